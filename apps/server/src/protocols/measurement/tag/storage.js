/** First-party storage of the page's origin; a page that may not store keeps things as long as it lives. */
export function openStorage(page) {
  const memory = new Map()
  return {
    get(key) {
      try {
        return page.localStorage.getItem(key) ?? memory.get(key) ?? null
      } catch {
        // Storage is switched off for this page.
        return memory.get(key) ?? null
      }
    },
    set(key, value) {
      memory.set(key, value)
      try {
        page.localStorage.setItem(key, value)
      } catch {
        // Full or switched off: the memory has it.
      }
    },
  }
}
