// Places for searches: a browser opens at most six connections to a server, and each search keeps one.

const PLACES = 4;

// Does the work when one of the places of this browser is free; calls `wait` first if none is.
export async function withPlace(work, wait) {
  // Locks exist on this machine, and elsewhere with encryption only.
  if (!navigator.locks) return work();
  for (let index = 0; index < PLACES; index += 1) {
    const isFree = await navigator.locks.request(`kirke-${index}`, { ifAvailable: true }, async (lock) => {
      if (lock) await work();
      return lock !== null;
    });
    if (isFree) return undefined;
  }
  wait();
  return navigator.locks.request(`kirke-${Math.floor(Math.random() * PLACES)}`, work);
}
