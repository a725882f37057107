import type { Page } from './page.ts'
import { Sender } from './sender.ts'

type DataLayer = unknown[] & { hearthSender?: true }

/** Commands that were run are of no more use; a page that reports for days must not keep them. */
const keptCommandsMax = 1_000

/**
 * Takes over the page's data layer: what was pushed before, then each push as it comes. Does nothing where that was done before. A page
 * that the browser prepares before somebody asks for it (prerendering) begins when it is shown.
 */
export function takeOver(page: Page, origin: string, dataLayerName: string): void {
  const named = page as unknown as Record<string, unknown>
  const layer: DataLayer = Array.isArray(named[dataLayerName]) ? (named[dataLayerName] as DataLayer) : []
  named[dataLayerName] = layer
  if (layer.hearthSender === true) return
  Object.defineProperty(layer, 'hearthSender', { value: true })

  const start = (): void => {
    const run = oneAfterTheOther(page, new Sender(page, origin))
    const waiting = layer.slice()
    // A tag that the page has besides goes on.
    const push = layer.push
    layer.push = (...entries) => {
      const length = push.apply(layer, entries)
      for (const entry of entries) run(entry)
      if (layer.length > keptCommandsMax) layer.splice(0, layer.length - keptCommandsMax)
      return length
    }
    for (const entry of waiting) run(entry)
  }
  const { document } = page as { document: Document & { prerendering?: boolean } }
  if (document.prerendering === true) document.addEventListener('prerenderingchange', start, { once: true })
  else start()
}

/** A callback may push again: one command at a time, in order. */
function oneAfterTheOther(page: Page, sender: Sender): (entry: unknown) => void {
  const queue: unknown[] = []
  let isRunning = false
  return (entry) => {
    queue.push(entry)
    if (isRunning) return
    isRunning = true
    while (queue.length > 0) runSafely(page, sender, queue.shift())
    isRunning = false
  }
}

/** The SDK pushes the `arguments` of a function, pages often lists; anything else is somebody else's. */
function runSafely(page: Page, sender: Sender, entry: unknown): void {
  if (!Array.isArray(entry) && Object.prototype.toString.call(entry) !== '[object Arguments]') return
  try {
    sender.run(Array.from(entry as ArrayLike<unknown>))
  } catch (error) {
    // A command that can't be understood must not break the page that gave it.
    page.console.warn('Hearth analytics could not run a command.', error)
  }
}
