/** As many as a browser opens connections to one server. */
const parallelMax = 6

/** Does the same with each, a few at a time, and keeps the order. The first failure ends it: nothing else is begun then. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  let hasFailed = false
  const worker = async () => {
    for (const [at, item] of left) {
      if (hasFailed) return
      try {
        results[at] = await act(item)
      } catch (thrown) {
        hasFailed = true
        throw thrown
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallelMax, items.length) }, worker))
  return results
}
