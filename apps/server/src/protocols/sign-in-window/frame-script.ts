import type { Exchange } from '../../http/exchange.ts'

export const FRAME_SCRIPT_PATH = '/__/auth/frames.js'

/**
 * The part of `gapi.iframes` that the SDK's own resolver (12.19) and our frame use, so that a page which loads this script first needs
 * none of the vendor's: `getContext().open(options, opened)`, `getContext().getParentIframe()`, and of what these give `register`,
 * `send`, `ping` and `restyle`. Both ends are this script. Each talks to one window of one origin alone: the page to the frame it has
 * opened, the frame to the page around it, whose origin it learns from its first message and whose right to be there the browser has
 * checked. Leaves a `gapi.iframes` that is there already as it is.
 */
const FRAME_SCRIPT = `(() => {
  const name = 'hearth-frames'
  class Connection {
    #handlers = new Map()
    #unheard = []
    #asked = new Map()
    #unsent = []
    #nextId = 0
    #origin
    #window
    #opened
    #open
    constructor(window, origin) {
      this.#window = window
      this.#opened = new Promise((resolve) => (this.#open = resolve))
      addEventListener('message', (message) => {
        if (message.source !== window || message.data?.name !== name) return
        if (origin !== undefined && message.origin !== origin) return
        if (this.#origin !== undefined && message.origin !== this.#origin) return
        this.#take(message.data, message.origin)
      })
      // Who is around a frame is not known yet, and learns nothing from this but that it is there.
      if (origin === undefined) window.postMessage({ name, kind: 'ready' }, '*')
    }
    ping(done) {
      return this.#opened.then(() => done?.())
    }
    restyle() {
      return Promise.resolve()
    }
    register(type, handler) {
      this.#handlers.set(type, handler)
      const unheard = this.#unheard
      this.#unheard = []
      for (const call of unheard) this.#answer(call)
    }
    send(type, data, done) {
      const id = this.#nextId++
      if (done) this.#asked.set(id, done)
      this.#post({ name, kind: 'call', id, type, data })
    }
    #post(message) {
      if (this.#origin === undefined) this.#unsent.push(message)
      else this.#window.postMessage(message, this.#origin)
    }
    #take(message, origin) {
      if (message.kind === 'ready' || message.kind === 'hello') {
        this.#origin = origin
        if (message.kind === 'ready') this.#post({ name, kind: 'hello' })
        for (const unsent of this.#unsent.splice(0)) this.#post(unsent)
        this.#open()
      } else if (message.kind === 'call') {
        this.#answer(message)
      } else if (message.kind === 'answer') {
        const done = this.#asked.get(message.id)
        this.#asked.delete(message.id)
        try {
          done?.([message.data])
        } catch (error) {
          // The SDK throws after it has used the answer, and counts on nobody minding.
          console.debug(error)
        }
      }
    }
    #answer(call) {
      const handler = this.#handlers.get(call.type)
      if (handler === undefined) this.#unheard.push(call)
      else this.#post({ name, kind: 'answer', id: call.id, data: handler(call.data) })
    }
  }
  let around
  const context = {
    async open({ url, where, attributes = {} }, opened) {
      const address = new URL(url)
      address.searchParams.set('frames', 'hearth')
      const element = document.createElement('iframe')
      const { style = {}, ...others } = attributes
      Object.assign(element.style, style)
      for (const [attribute, value] of Object.entries(others)) element.setAttribute(attribute, value)
      element.src = address.href
      where.append(element)
      return await opened(new Connection(element.contentWindow, address.origin))
    },
    getParentIframe() {
      around ??= new Connection(parent)
      return around
    },
  }
  globalThis.gapi ??= {}
  gapi.load ??= (_module, then) => (typeof then === 'function' ? then : then.callback)()
  gapi.iframes ??= { Iframe: Connection, getContext: () => context, CROSS_ORIGIN_IFRAMES_FILTER: () => true }
  const loaded = new URL(document.currentScript.src).searchParams.get('onload')
  if (loaded !== null) globalThis[loaded]?.()
})()
`

export function answerFrameScript(exchange: Exchange): void {
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
  }
  exchange.reply(200, headers, FRAME_SCRIPT)
}
