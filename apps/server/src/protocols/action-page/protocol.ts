import { StatusError } from '@hearth/model'
import { escapeHtml } from '../../html/escape-html.ts'
import type { ActionCodeUses } from '../../identity/messages/action-code-uses.ts'
import type { Action } from '../../identity/messages/action-codes.ts'
import { validateContinueUrl } from '../../identity/messages/action-link.ts'
import { identityError } from '../../identity/identity-error.ts'
import type { IdentitySettings } from '../../identity/identity-settings.ts'
import { type Realm, realmOf } from '../../identity/realm.ts'
import { formPageHeaders, plainPage, plainPageHeaders } from '../../html/plain-page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { parametersOf, readForm } from '../../http/form.ts'
import type { Protocol, Route } from '../../http/route.ts'
import type { Projects } from '../../projects/projects.ts'

export interface ActionPageDeps {
  readonly codeUses: ActionCodeUses
  readonly settings: IdentitySettings
  readonly projects: Projects
}

const formLimits = { bytesMax: 16 * 1024, fieldsMax: 20 }

/** A link from a mail, taken apart. */
interface Link {
  readonly realm: Realm
  readonly apiKey: string
  readonly code: string
  readonly continueUrl: string | undefined
  readonly action: Action
}

/**
 * Where links in mails lead under `hearth dev`. A plain GET acts at once, as tests against the vendor's emulator expect; a reset without a
 * new password asks for one. Under `hearth start` links lead to `/action`, a page of the console.
 */
export function createActionPageProtocol(deps: ActionPageDeps): Protocol {
  const route = (method: 'GET' | 'POST'): Route => ({
    method,
    path: '/emulator/action',
    guard: 'dev',
    async handle(exchange) {
      const link = await readLink(deps, exchange)
      const form = method === 'POST' ? await readOwnForm(exchange) : exchange.query
      const newPassword = form.get('newPassword') ?? undefined
      if (link.action.kind === 'EMAIL_SIGNIN') return goToApp(exchange, link)
      if (link.action.kind === 'PASSWORD_RESET' && newPassword === undefined) return ask(exchange, link)
      await act(deps, exchange, link, newPassword)
      answerDone(exchange, link, method === 'GET')
    },
  })
  return {
    name: 'action-page',
    routes: [route('GET'), route('POST')],
    crossOrigin: false,
    writeError(exchange, error) {
      const isOver = error.reason === 'EXPIRED_OOB_CODE' || error.reason === 'INVALID_OOB_CODE'
      const status = error.code === 'internal' ? 500 : error.reason === 'DEV_ONLY' ? 404 : 400
      exchange.reply(status, plainPageHeaders, failedPage(isOver ? 'overLink' : 'other', error.message))
    },
  }
}

async function readLink(deps: ActionPageDeps, exchange: Exchange): Promise<Link> {
  const apiKey = exchange.query.get('apiKey') ?? ''
  const project = await deps.projects.projectOfApiKey(apiKey)
  const realm = realmOf(project, exchange.query.get('tenantId') ?? undefined)
  exchange.note({ project, operation: 'link from a mail' })
  const code = exchange.query.get('oobCode')
  if (!code) throw identityError('MISSING_OOB_CODE')
  const action = await deps.codeUses.check(realm, code)
  const continueUrl = exchange.query.get('continueUrl') || undefined
  if (continueUrl !== undefined) {
    const { authorizedDomains } = await deps.settings.get(project)
    validateContinueUrl(continueUrl, [...authorizedDomains, new URL(exchange.publicOrigin).hostname])
  }
  return { realm, apiKey, code, continueUrl, action }
}

/** The form is the page's own: another site's could not know the code, but it could act on one it was shown. */
async function readOwnForm(exchange: Exchange): Promise<URLSearchParams> {
  const { origin, 'sec-fetch-site': site } = exchange.headers
  // Browsers say it themselves on https and on this machine; elsewhere the origin does.
  const isOwnForm =
    site === undefined ? origin === undefined || origin === exchange.publicOrigin : site === 'same-origin'
  if (!isOwnForm) {
    throw new StatusError('permission-denied', 'FOREIGN_ORIGIN', 'This form was sent by another site.')
  }
  return parametersOf(await readForm(exchange, formLimits))
}

/** The app itself finishes a sign-in: the link's parameters go along. */
function goToApp(exchange: Exchange, { continueUrl }: Link): void {
  if (continueUrl === undefined) throw identityError('MISSING_CONTINUE_URI')
  const location = new URL(continueUrl)
  for (const [name, value] of exchange.query) if (name !== 'continueUrl') location.searchParams.set(name, value)
  exchange.reply(302, { location: location.href, 'cache-control': 'no-store' })
}

function ask(exchange: Exchange, { action }: Link): void {
  exchange.reply(200, formPageHeaders, passwordPage(action.email))
}

async function act(deps: ActionPageDeps, exchange: Exchange, link: Link, newPassword = ''): Promise<void> {
  const { realm, code, apiKey, action } = link
  if (action.kind === 'PASSWORD_RESET') {
    await deps.codeUses.resetPassword(realm, code, newPassword, { address: exchange.clientAddress })
  } else {
    await deps.codeUses.apply(realm, code, { origin: exchange.publicOrigin, apiKey })
  }
}

function answerDone(exchange: Exchange, { action, continueUrl }: Link, isForTests: boolean): void {
  if (isForTests && continueUrl !== undefined) {
    exchange.reply(302, { location: continueUrl })
  } else if (isForTests) {
    exchange.replyJson(200, { authEmulator: { success: 'Done.', email: action.newEmail ?? action.email } })
  } else {
    exchange.reply(200, plainPageHeaders, donePage(action, continueUrl))
  }
}

function passwordPage(email: string): string {
  return plainPage(
    'Choose a new password',
    `<p>For ${escapeHtml(email)}. Every device that is signed in will be signed out.</p>
<form method="post">
<input type="email" name="email" value="${escapeHtml(email)}" autocomplete="username" readonly hidden>
<p><label>New password <input type="password" name="newPassword" autocomplete="new-password" required></label></p>
<p><button>Save the new password</button></p>
</form>`,
  )
}

function donePage(action: Action, continueUrl: string | undefined): string {
  const sentence = action.kind === 'PASSWORD_RESET' ? 'Your new password is saved.' : 'It is done.'
  const onward = continueUrl === undefined ? '' : `<p><a href="${escapeHtml(continueUrl)}">Continue</a></p>`
  return plainPage('Done', `<p>${sentence} You can close this page.</p>\n${onward}`)
}

function failedPage(kind: 'overLink' | 'other', message: string): string {
  return kind === 'overLink'
    ? plainPage(
        'This link is over',
        '<p>It was used before, or it is too old. Ask for a new one where you asked for this.</p>',
      )
    : plainPage('That did not work', `<p>${escapeHtml(message)}</p>`)
}
