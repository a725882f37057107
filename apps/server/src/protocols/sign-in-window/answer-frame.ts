import { createHash } from 'node:crypto'
import { plainPageHeaders } from '../../html/plain-page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { FRAME_MESSAGE_NAME, FRAME_STORAGE_PREFIX } from './frame-relay.ts'
import { FRAME_SCRIPT_PATH } from './frame-script.ts'
import type { SignInWindowDeps } from './protocol.ts'
import { pageDomains, readFrameName } from './read-request.ts'

/** The vendor's library of frames that talk to each other, which the SDK's own resolver loads into the page as well. */
const VENDOR_SCRIPT_HOST = 'https://apis.google.com'

/**
 * In the hidden frame of the SDK's own resolver (`browserPopupRedirectResolver`, 12.19): answers `webStorageSupport`, and passes the
 * event of a sign-in on to the page, or that there is none. The page can't be anybody's: `frame-ancestors` names the project's.
 */
const frameScript = `
const { frame } = JSON.parse(document.getElementById('frame').textContent)
const waiting = []
let page
function pass(authEvent) {
  page.send('authEvent', { type: 'authEvent', authEvent }, () => {}, gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER)
}
function take(message) {
  if (message?.name !== '${FRAME_MESSAGE_NAME}' || message.frame !== frame) return
  if (page === undefined) waiting.push(message.event)
  else pass(message.event)
}
function takeStored() {
  try {
    const text = sessionStorage.getItem('${FRAME_STORAGE_PREFIX}' + frame)
    sessionStorage.removeItem('${FRAME_STORAGE_PREFIX}' + frame)
    return text === null ? undefined : JSON.parse(text)
  } catch (error) {
    // The browser gives frames of other sites no storage: nothing can come back by redirect, and windows need none.
    console.debug(error)
  }
}
addEventListener('message', ({ origin, data }) => origin === location.origin && take(data))
new BroadcastChannel('${FRAME_MESSAGE_NAME}').addEventListener('message', ({ data }) => take(data))
globalThis.hearthFramesLoaded = () =>
  gapi.load('gapi.iframes', () => {
    page = gapi.iframes.getContext().getParentIframe()
    const answer = () => ({ status: 'ACK', webStorageSupport: true })
    page.register('webStorageSupport', answer, gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER)
    pass(takeStored() ?? { type: 'unknown', error: { code: 'auth/no-auth-event' } })
    for (const event of waiting) pass(event)
  })
`
const frameScriptHash = createHash('sha256').update(frameScript).digest('base64')

/** The query is the SDK's: `apiKey, appName`; `frames=hearth` when the page uses our script instead of the vendor's. */
export async function answerFrame(deps: SignInWindowDeps, exchange: Exchange): Promise<void> {
  exchange.note({ operation: 'sign-in frame' })
  const { query } = exchange
  const frame = readFrameName(query)
  const apiKey = query.get('apiKey') ?? ''
  const project = await deps.projects.projectOfApiKey(apiKey)
  exchange.note({ project })
  const domains = await pageDomains(deps, exchange, project)
  const isOurs = query.get('frames') === 'hearth'
  const script = isOurs ? FRAME_SCRIPT_PATH : `${VENDOR_SCRIPT_HOST}/js/api.js`
  const policy = [
    "default-src 'none'",
    // The vendor's script loads others from its host.
    `script-src 'sha256-${frameScriptHash}' ${isOurs ? "'self'" : VENDOR_SCRIPT_HOST}`,
    "base-uri 'none'",
    ["frame-ancestors 'self'", ...sourcesOf(domains), ...deps.devOrigins].join(' '),
  ].join('; ')
  // A key that is kept to websites is of use to their pages alone, whatever domains the project has: a second policy, and both must hold.
  const websites = await deps.projects.websitesOfApiKey(apiKey)
  const ofKey = websites.length === 0 ? '' : `, frame-ancestors 'self' ${websites.join(' ')}`
  // Browsers that know `frame-ancestors` pass over `x-frame-options: DENY`, which every answer has (HTML standard, 7.5.2).
  exchange.reply(
    200,
    { ...plainPageHeaders, 'content-security-policy': policy + ofKey },
    framePage(frame, `${script}?onload=hearthFramesLoaded`),
  )
}

/** Host names come from the project's settings: what is no name (RFC 1123) can't end the directive. */
function sourcesOf(hosts: readonly string[]): string[] {
  const names = hosts.filter((host) => /^[a-z0-9.-]+$/i.test(host))
  return names.flatMap((host) => [`https://${host}:*`, `http://${host}:*`])
}

function framePage(frame: string, script: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sign-in frame</title>
<script type="application/json" id="frame">${JSON.stringify({ frame }).replaceAll('<', '\\u003c')}</script>
<script>${frameScript}</script>
<script src="${script}" async></script>
</head><body></body></html>
`
}
