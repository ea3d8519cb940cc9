// The verdict of a problem with its reasons.

import { count } from "./events.js";
import { addText } from "./tree.js";

function remarksOf({ sides, remarks }) {
  const ofSide = (side) => [...(side.set?.remarks ?? []), ...(side.actual?.remarks ?? []), ...side.remarks];
  return [...sides.flatMap(ofSide), ...remarks];
}

// Adds what was found in each twin of a record, and the features of the solution.
export function showVerdict({ verdict, twins, features }) {
  verdict.twins.forEach(({ label, verdict: word, sides }, index) => {
    if (label) addText(`${label}) ${word ?? ""}`, "twin");
    const phases = sides.flatMap((side) => side.phases);
    for (const finding of phases.flatMap((phase) => phase.findings)) addText(finding.message, "finding");
    for (const { message } of remarksOf(twins[index])) addText(message, "finding");
    if (twins[index].error) addText(twins[index].error, "finding");
  });
  for (const { name, count: found, places } of features?.found ?? []) {
    const rest = count(found) > places.length ? `; and ${found - places.length} more` : "";
    addText(`${name} (${found}): ${places.join("; ")}${rest}`, "feature");
  }
}
