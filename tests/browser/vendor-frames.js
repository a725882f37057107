// Stands in for the vendor's library of frames that talk to each other, which can't be had offline: the part of `gapi.iframes` that the
// SDK's own resolver and the frame of the server use. Written apart from the server's own script, and unlike it: by message ports.
;(() => {
  class Frame {
    constructor() {
      this.handlers = {}
      this.early = []
      this.port = new Promise((resolve) => (this.connect = resolve))
      void this.port.then((port) => {
        port.addEventListener('message', ({ data, ports }) => this.hear(data, ports[0]))
        port.start()
      })
    }
    hear(call, back) {
      const handler = this.handlers[call.type]
      if (handler) back.postMessage(handler(call.data))
      else this.early.push([call, back])
    }
    register(type, handler) {
      this.handlers[type] = handler
      for (const [call, back] of this.early.splice(0)) this.hear(call, back)
    }
    send(type, data, done) {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', (answer) => done?.([answer.data]))
      port1.start()
      void this.port.then((port) => port.postMessage({ type, data }, [port2]))
    }
    ping() {
      return this.port.then(() => undefined)
    }
    restyle() {
      return Promise.resolve()
    }
  }
  const parentFrame = new Frame()
  addEventListener('message', ({ data, source, ports }) => {
    if (source === parent && data === 'vendor-frames') parentFrame.connect(ports[0])
  })
  const context = {
    getParentIframe: () => parentFrame,
    open({ url, where }, opened) {
      const frame = new Frame()
      const element = document.createElement('iframe')
      element.src = url
      element.addEventListener('load', () => {
        const { port1, port2 } = new MessageChannel()
        element.contentWindow.postMessage('vendor-frames', new URL(url).origin, [port2])
        frame.connect(port1)
      })
      where.append(element)
      return opened(frame)
    },
  }
  globalThis.gapi = {
    load(_name, then) {
      this.iframes = { Iframe: Frame, getContext: () => context, CROSS_ORIGIN_IFRAMES_FILTER: () => true }
      queueMicrotask(typeof then === 'function' ? then : then.callback)
    },
  }
  globalThis[new URL(document.currentScript.src).searchParams.get('onload')]?.()
})()
