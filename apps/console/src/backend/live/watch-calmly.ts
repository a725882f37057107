/** Many small changes one after the other don't make as many questions. */
const calmMs = 1500

/**
 * Tells when something is another: at once when it was quiet, and at most every 1.5 seconds. Returns what ends it.
 *
 * @param newsOf another text when there are news
 * @param sources what to subscribe to
 */
export function watchCalmly(
  newsOf: () => string,
  sources: readonly ((listener: () => void) => () => void)[],
  onNews: () => void,
): () => void {
  let known = newsOf()
  let toldAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    timer = undefined
    known = newsOf()
    toldAt = performance.now()
    onNews()
  }
  const look = () => {
    if (timer !== undefined || newsOf() === known) return
    timer = setTimeout(tell, Math.max(0, toldAt + calmMs - performance.now()))
  }
  const leave = sources.map((subscribe) => subscribe(look))
  return () => {
    clearTimeout(timer)
    for (const end of leave) end()
  }
}
