const eventsPerBatch = 25
const gatherMs = 1_000
const batchesMax = 40
const firstWaitMs = 1_000
const waitMsMax = 60_000

/**
 * Gathers events for a second, sends them in batches, one after the other, and keeps what can't be sent for later: at most 40
 * batches, then the oldest goes. When the page is hidden everything is handed to the browser at once.
 */
export function openOutbox(page, address) {
  const batches = []
  let timer
  let isSending = false
  let waitMs = 0

  function add(reporter, event) {
    const last = batches.at(-1)
    const fits =
      last !== undefined && !last.isUnderWay && last.events.length < eventsPerBatch && isSame(last.reporter, reporter)
    if (fits) last.events.push(event)
    else batches.push({ reporter, events: [event], isUnderWay: false })
    if (batches.length > batchesMax) batches.splice(batches[0].isUnderWay ? 1 : 0, 1)
    if (timer === undefined && !isSending) schedule(gatherMs)
  }

  function schedule(ms) {
    timer = page.setTimeout(() => {
      timer = undefined
      void send()
    }, ms)
  }

  async function send() {
    const batch = batches[0]
    if (batch === undefined || isSending) return
    isSending = true
    batch.isUnderWay = true
    const outcome = await post(batch)
    isSending = false
    if (outcome === 'later') {
      batch.isUnderWay = false
      waitMs = Math.min(waitMsMax, waitMs === 0 ? firstWaitMs : waitMs * 2)
    } else {
      // A beacon may have taken it in the meantime.
      const index = batches.indexOf(batch)
      if (index !== -1) batches.splice(index, 1)
      waitMs = 0
    }
    if (batches.length > 0) schedule(waitMs)
  }

  async function post(batch) {
    try {
      // Plain text keeps it a simple request: no preflight to another origin.
      const response = await page.fetch(address, {
        method: 'POST',
        body: bodyOf(batch),
        headers: { 'content-type': 'text/plain' },
        credentials: 'omit',
        keepalive: true,
      })
      if (response.ok) return 'sent'
      return response.status === 429 || response.status >= 500 ? 'later' : 'refused'
    } catch {
      // No connection.
      return 'later'
    }
  }

  function bodyOf({ reporter, events }) {
    return JSON.stringify({ ...reporter, sentAt: page.Date.now(), events })
  }

  /** The page may be gone in a moment. What is under way already goes on by itself. */
  function sendAllNow() {
    for (const batch of batches.filter(({ isUnderWay }) => !isUnderWay)) {
      if (!page.navigator.sendBeacon?.(address, bodyOf(batch))) return
      batches.splice(batches.indexOf(batch), 1)
    }
  }

  return { add, sendAllNow }
}

function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other)
}
