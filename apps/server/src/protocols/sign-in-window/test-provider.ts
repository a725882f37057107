import { createHash } from 'node:crypto'
import { escapeHtml } from '../../html/escape-html.ts'
import { plainPage, plainPageHeaders } from '../../html/plain-page.ts'
import type { LinkedProvider } from '../../identity/accounts/account.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Realm } from '../../identity/realm.ts'

/** The form of somebody new is shown and hidden; without scripts both halves are. */
const SCRIPT = `
function toggleForm(showsForm) {
  document.getElementById('add-user').hidden = !showsForm
  document.getElementById('accounts-list').hidden = showsForm
}
for (const row of document.querySelectorAll('.js-reuse-account')) {
  row.addEventListener('click', ({ target }) => {
    if (target.closest('button') === null) row.querySelector('button').click()
  })
}
document.querySelector('.js-new-account').addEventListener('click', () => toggleForm(true))
document.getElementById('back-button').addEventListener('click', () => toggleForm(false))
document.getElementById('autogen-button').addEventListener('click', () => {
  const words = ['amber', 'birch', 'cedar', 'ember', 'hazel', 'maple', 'olive', 'otter', 'robin', 'willow']
  const [given, family] = [0, 1].map(() => words[Math.floor(Math.random() * words.length)])
  const number = Math.floor(Math.random() * 1000)
  const capital = (word) => word[0].toUpperCase() + word.slice(1)
  document.getElementById('email-input').value = given + '.' + family + '.' + number + '@example.com'
  document.getElementById('display-name-input').value = capital(given) + ' ' + capital(family)
  document.getElementById('screen-name-input').value = family + '_' + given
})
toggleForm(false)
`

export const testProviderHeaders = {
  ...plainPageHeaders,
  'content-security-policy': `${plainPageHeaders['content-security-policy']}; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
}

const ACCOUNTS_SHOWN = 50

/** The identities at a provider that accounts of the realm have, those who signed in last first. */
export async function findProviderUsers(
  { findAccounts }: Pick<Identity, 'findAccounts'>,
  realm: Realm,
  providerId: string,
): Promise<LinkedProvider[]> {
  const { accounts } = await findAccounts(realm, {
    provider: providerId,
    order: 'lastSignInAt',
    descending: true,
    offset: 0,
    limit: ACCOUNTS_SHOWN,
  })
  return accounts.flatMap(({ providers }) => providers.filter((provider) => provider.providerId === providerId))
}

/**
 * `hearth dev` plays the provider: whoever is chosen or named here is signed in. Title, ids and classes of elements and the words on the
 * buttons are those of the vendor's emulator (`lib/emulator/auth/widget_ui.js` of firebase-tools 15), because tests of apps look for them.
 */
export function testProviderPage(providerId: string, state: string, users: readonly LinkedProvider[]): string {
  const provider = escapeHtml(nameOf(providerId))
  const help =
    users.length === 0
      ? `No ${provider} accounts exist yet.`
      : 'Choose an account that exists, or add a new one. Anybody is signed in without a password.'
  return plainPage(
    `Sign in with ${nameOf(providerId)}`,
    `<p>This is the test provider of <code>hearth dev</code>.</p>
<div id="accounts-list">
<p class="js-accounts-help-text">${help}</p>
<ul>
${users.map((user) => existingAccount(user, state)).join('')}<li id="add-account-button" class="js-new-account"><button type="button">Add new account</button></li>
</ul>
<form method="post" action="${FORM_PATH}">${hidden('state', state)}<p><button name="answer" value="no">Cancel</button></p></form>
</div>
<div id="add-user">
<form id="main-form" method="post" action="${FORM_PATH}">
${hidden('state', state)}
<p><button type="button" id="autogen-button">Auto-generate user information</button></p>
<p><label>Email <input type="email" id="email-input" name="email" required></label></p>
<p><label>Display name (optional) <input id="display-name-input" name="name"></label></p>
<p><label>Screen name (optional) <input id="screen-name-input" name="screenName"></label></p>
<p><label>Profile photo URL (optional) <input id="profile-photo-input" name="photo"></label></p>
<p><label>User id at the provider, <code>sub</code> (optional) <input id="sub-input" name="sub" maxlength="256"></label></p>
<p><label><input type="checkbox" name="verified" checked> The provider has verified the address</label></p>
<p>Without it, an address that has an account already shows the app the conflict: <code>auth/account-exists-with-different-credential</code>.</p>
<p><button name="answer" value="yes" id="sign-in">Sign in with <span class="js-provider-id provider-name">${provider}</span></button> <button type="button" id="back-button">Back</button></p>
</form>
</div>
<script>${SCRIPT}</script>`,
    'Auth Emulator IDP Login Widget',
  )
}

/**
 * What the page's form says of the user, as claims of OpenID Connect; undefined for "no". Without a `sub` it is the one of the user of this
 * provider with the same address, or follows from the address.
 */
export async function testProviderClaims(
  form: URLSearchParams,
  identity: Pick<Identity, 'findAccounts'>,
  realm: Realm,
  providerId: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const email = (form.get('email') ?? '').trim().toLowerCase()
  const sub = form.get('sub')?.trim() || (email && (await subOf(identity, realm, providerId, email)))
  if (form.get('answer') === 'no' || !sub) return undefined
  return {
    sub,
    email: email || undefined,
    email_verified: form.get('verified') !== null,
    name: form.get('name') || undefined,
    screen_name: form.get('screenName') || undefined,
    picture: form.get('photo') || undefined,
  }
}

async function subOf(
  { findAccounts }: Pick<Identity, 'findAccounts'>,
  realm: Realm,
  providerId: string,
  email: string,
): Promise<string> {
  const query = {
    provider: providerId,
    text: email,
    order: 'email',
    descending: false,
    offset: 0,
    limit: ACCOUNTS_SHOWN,
  } as const
  const { accounts } = await findAccounts(realm, query)
  const known = accounts
    .flatMap(({ providers }) => providers)
    .find((provider) => provider.providerId === providerId && provider.email === email)
  return known?.rawId ?? createHash('sha256').update(email).digest('hex').slice(0, 21)
}

const FORM_PATH = '/__/auth/test-provider'

function existingAccount({ rawId, email, displayName, photoUrl }: LinkedProvider, state: string): string {
  const fields = { state, sub: rawId, email, name: displayName, photo: photoUrl, verified: 'on' }
  const given = Object.entries(fields).map(([name, value]) => (value === undefined ? '' : hidden(name, value)))
  return `<li class="js-reuse-account"><form method="post" action="${FORM_PATH}">${given.join('')}<button name="answer" value="yes">${escapeHtml(displayName ?? '(No display name)')} <span id="reuse-email">${escapeHtml(email ?? '')}</span></button></form></li>
`
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
}

/** `google.com` as the vendor's page writes it: `Google.com`. */
function nameOf(providerId: string): string {
  return providerId.slice(0, 1).toUpperCase() + providerId.slice(1)
}
