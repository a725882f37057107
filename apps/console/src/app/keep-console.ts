/** The page comes first: its own requests are done by then. */
const afterMs = 4000

/**
 * Lets the browser keep the console's files, so that it opens without the server. Only over https and on this machine: elsewhere browsers
 * allow no service worker.
 */
export function keepConsole(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {
      // The browser keeps nothing, or the server was just upgraded: without its files the console opens with the server alone.
    })
  }, afterMs)
}
