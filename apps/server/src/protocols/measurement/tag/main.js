import { startTag } from './commands.js'

/** Takes over the page's data layer: what was pushed before, then each push as it comes. */
export function takeOver(page, script) {
  const address = new URL(script.src)
  const name = address.searchParams.get('l') ?? 'dataLayer'
  const layer = Array.isArray(page[name]) ? page[name] : (page[name] = [])
  if (layer.hearthTag === true) return
  Object.defineProperty(layer, 'hearthTag', { value: true })

  const run = startTag(page, address.origin)
  const queue = []
  let isRunning = false
  function take(entry) {
    // A callback may push again: one command at a time, in order.
    queue.push(entry)
    if (isRunning) return
    isRunning = true
    while (queue.length > 0) runSafely(queue.shift())
    isRunning = false
  }
  function runSafely(entry) {
    if (Object.prototype.toString.call(entry) !== '[object Arguments]' && !Array.isArray(entry)) return
    try {
      run(entry)
    } catch (error) {
      // A command that can't be understood must not break the page that gave it.
      page.console.warn('Hearth analytics could not run a command.', error)
    }
  }

  const waiting = layer.slice()
  const push = Array.prototype.push
  layer.push = (...entries) => {
    const length = push.apply(layer, entries)
    for (const entry of entries) take(entry)
    // Everything has been run; a page that reports for days must not keep it.
    if (layer.length > 1000) layer.splice(0, layer.length - 1000)
    return length
  }
  for (const entry of waiting) take(entry)
}
