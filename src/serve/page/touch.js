// Dragging with a finger: browsers support it only by events of the pointer.

// Calls `drop` with the square on which a finger that begins on an element ends, if the element can be dragged.
export function letDropByFinger(from, drop) {
  from.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" || !from.draggable) return;
    event.preventDefault();
    from.releasePointerCapture?.(event.pointerId);
    const end = (last) => {
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", end);
      const square = document.elementFromPoint(last.clientX, last.clientY)?.closest("[data-square]");
      if (last.type === "pointerup" && square && square !== from) drop(square);
    };
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
  });
}
