/** What the SDK uses of `XMLHttpRequest`, which React Native has and Node has not, over `fetch`. */
export class XMLHttpRequest extends EventTarget {
  readyState = 0
  status = 0
  statusText = ''
  responseText = ''
  response = ''
  responseType = ''
  withCredentials = false
  onreadystatechange = null
  upload = new EventTarget()
  #address = ''
  #method = ''
  #headers = new Headers()
  #answered = new Headers()
  #ending = new AbortController()

  open(method, address) {
    this.#method = method
    this.#address = address
    this.#enter(1)
  }

  setRequestHeader(name, value) {
    this.#headers.append(name, value)
  }

  getResponseHeader(name) {
    return this.#answered.get(name)
  }

  getAllResponseHeaders() {
    return [...this.#answered].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  }

  abort() {
    this.#ending.abort()
  }

  send(body) {
    this.#load(body).then(
      () => this.#end('load'),
      () => this.#end(this.#ending.signal.aborted ? 'abort' : 'error'),
    )
  }

  async #load(body) {
    const { signal } = this.#ending
    const hasBody = this.#method !== 'GET' && body !== undefined && body !== null
    const answer = await fetch(this.#address, {
      method: this.#method,
      headers: this.#headers,
      signal,
      ...(hasBody && { body }),
    })
    this.status = answer.status
    this.statusText = answer.statusText
    this.#answered = answer.headers
    this.#enter(2)
    if (this.responseType === 'arraybuffer' || this.responseType === 'blob') {
      this.response = this.responseType === 'blob' ? await answer.blob() : await answer.arrayBuffer()
      return
    }
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      this.responseText += text
      this.response = this.responseText
      this.#enter(3)
    }
  }

  #end(event) {
    if (event !== 'load') this.status = 0
    this.#enter(4)
    this.dispatchEvent(new Event(event))
    this.dispatchEvent(new Event('loadend'))
  }

  #enter(state) {
    this.readyState = state
    this.onreadystatechange?.()
  }
}
