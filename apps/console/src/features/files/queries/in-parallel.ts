/** As many as a browser opens connections to one server. */
const parallelMax = 6

/** Does the same with each, a few at a time, and keeps the order. The first failure ends it. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await act(items[at] as Item)
  }
  await Promise.all(Array.from({ length: Math.min(parallelMax, items.length) }, worker))
  return results
}
