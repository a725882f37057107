/**
 * Keeps the console's own files, so that it opens while the server can't be reached, and says so. No answer of the server's services goes through
 * here. Built to `/service-worker.js`, where vite.config.ts puts in the names of the build's files.
 */
declare const BUILD: { readonly id: string; readonly files: readonly string[] }

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface RequestEvent extends LifeEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}

interface Worker {
  readonly location: Location
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
}

const worker = globalThis as unknown as Worker
const prefix = 'hearth-console-'
const cacheName = prefix + BUILD.id
/** Where the page is opened; other pages of the server, such as sign-in windows and mail links, are not its own. */
const pages = /^\/($|projects($|\/)|account$|sign-in$)/
/** A server that is silent for longer is taken for one that can't be reached. */
const patienceMs = 5000
const filesAtOnce = 6

worker.addEventListener('install', (event) => {
  event.waitUntil(keepBuild().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOtherBuilds())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  if (request.mode === 'navigate') {
    if (pages.test(url.pathname)) event.respondWith(openPage(request))
  } else if (url.pathname !== '/index.html' && BUILD.files.includes(url.pathname)) {
    event.respondWith(fileOf(request))
  }
})

/** The server's page while it answers, so that an upgrade is seen at once; else the one of this build. */
async function openPage(request: Request): Promise<Response> {
  // Without preload: a window of a sign-in would ask the server twice, and what it brings counts once.
  const asked = fetch(request)
  const patience = new Promise<undefined>((resolve) => {
    setTimeout(resolve, patienceMs)
  })
  const answer = await Promise.race([asked, patience]).catch(() => undefined)
  // A proxy in front of a server that is gone answers with one of these.
  if (answer !== undefined && ![502, 503, 504].includes(answer.status)) return answer
  return (await keptFile('/index.html')) ?? answer ?? (await asked)
}

/** A file whose name changes with its content, or one that comes with the page of this build. */
async function fileOf(request: Request): Promise<Response> {
  return (await keptFile(new URL(request.url).pathname)) ?? (await fetch(request))
}

async function keptFile(path: string): Promise<Response | undefined> {
  return await (await caches.open(cacheName)).match(path)
}

/** Those of the build before that are the same are taken over. Rejects when one can't be had: the build before stays then. */
async function keepBuild(): Promise<void> {
  const cache = await caches.open(cacheName)
  const waiting = [...BUILD.files]
  const keep = async (): Promise<void> => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const isHashed = path.startsWith('/assets/')
      const known = isHashed ? await caches.match(path) : undefined
      const response = known ?? (await fetch(path, { cache: isHashed ? 'default' : 'no-cache' }))
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`)
      await cache.put(path, response)
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, keep))
}

async function forgetOtherBuilds(): Promise<void> {
  const kept = await caches.keys()
  await Promise.all(kept.filter((one) => one.startsWith(prefix) && one !== cacheName).map((one) => caches.delete(one)))
}
