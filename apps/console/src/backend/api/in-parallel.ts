/** As many as a browser opens connections to one server. */
const parallelMax = 6

/**
 * Does the same with each, a few at a time, and keeps the order. After the first failure nothing else is begun; it is thrown when what was
 * under way is over.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  const failures: unknown[] = []
  const worker = async () => {
    for (const [at, item] of left) {
      if (failures.length > 0) return
      try {
        results[at] = await act(item)
      } catch (thrown) {
        failures.push(thrown)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallelMax, items.length) }, worker))
  if (failures.length > 0) throw failures[0]
  return results
}
