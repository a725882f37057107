import type { OpenPages } from './lost-uploads.ts'

const prefix = 'hearth.page.'

/** By Web Locks; undefined where the browser has none, as on a page that came over plain http. */
export function openPages(): OpenPages | undefined {
  const { locks } = navigator
  if (locks === undefined) return undefined
  const own = crypto.randomUUID()
  return {
    own,
    open: () =>
      new Promise((resolve) => {
        void locks.request(prefix + own, () => {
          resolve()
          // Held as long as the page is there.
          return new Promise(() => undefined)
        })
      }),
    async list() {
      const { held = [] } = await locks.query()
      return new Set(held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
    },
  }
}
