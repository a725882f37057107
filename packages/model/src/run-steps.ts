/** Goes through all steps at once. */
export function runSteps<T>(steps: Generator<unknown, T>): T {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}
