import { StatusError } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import type { Account, LinkedProvider } from '../accounts/account.ts'
import { parseDisplayName, parseEmail, parsePhotoUrl } from '../accounts/account-fields.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { AddressClaims } from '../accounts/address-claims.ts'
import { withFormerEmails } from '../accounts/former-emails.ts'
import type { Admission } from './admission.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import type { IdpAssertion } from './idp-assertion.ts'
import { projectOf, type Realm } from '../realm.ts'
import type { RequestOrigin } from './request-origin.ts'
import type { SignInMethod } from '../sessions/sessions.ts'
import type { SignInOutcome, SignIns } from './sign-ins.ts'
import { assertStillOpen, type TokenHolders } from '../tokens/token-holders.ts'

/** How a sign-in through a provider ended. */
export type FederatedOutcome =
  | { readonly kind: 'signed-in'; readonly issued: SignInOutcome; readonly isNewUser: boolean }
  /** The address has an account that the provider's word does not open; how it is opened is for its holder to know, by e-mail privacy. */
  | {
      readonly kind: 'needs-confirmation'
      readonly email: string
      readonly signInMethods?: readonly string[] | undefined
    }

/**
 * Sign-in through identity providers, one account for an e-mail address. A provider's user is known by provider and subject, never by
 * the address; an address leads into an account only on the word of a trusted provider that has verified it. Where a project has duplicate
 * addresses, none does: each provider's user gets an account without an address of its own, as with the vendor.
 */
export class FederatedSignIn {
  readonly #accounts: Accounts
  readonly #admission: Admission
  readonly #claims: AddressClaims
  readonly #holders: TokenHolders
  readonly #signIns: SignIns
  readonly #settings: IdentitySettings
  readonly #clock: Clock

  constructor(options: {
    accounts: Accounts
    admission: Admission
    claims: AddressClaims
    holders: TokenHolders
    signIns: SignIns
    settings: IdentitySettings
    clock: Clock
  }) {
    this.#accounts = options.accounts
    this.#admission = options.admission
    this.#claims = options.claims
    this.#holders = options.holders
    this.#signIns = options.signIns
    this.#settings = options.settings
    this.#clock = options.clock
  }

  /**
   * Throws `EMAIL_NOT_FOUND` when there is no account and `autoCreate` is false, `ADMIN_ONLY_OPERATION` where visitors may not have
   * accounts, `USER_DISABLED`.
   */
  async signIn(
    realm: string,
    said: IdpAssertion,
    options: { autoCreate: boolean; origin: RequestOrigin },
  ): Promise<FederatedOutcome> {
    const { autoCreate, origin } = options
    const assertion = cleaned(said)
    const { providerId, rawId, email } = assertion
    const known = await this.#accounts.findBy(realm, { kind: 'provider', providerId, rawId })
    if (known !== undefined) {
      await this.#accounts.update(realm, known.uid, 'updated', (current) => {
        assertLinked(current, assertion)
        return { account: withProvider(current, assertion) }
      })
      return await this.#complete(realm, known.uid, assertion, { isNewUser: false, origin })
    }
    const owner = await this.#ownerOf(realm, email)
    if (owner !== undefined && !(await this.#isReleased(realm, owner, assertion))) {
      return await this.#enter(realm, owner, assertion, origin)
    }
    if (!autoCreate) throw identityError('EMAIL_NOT_FOUND')
    return await this.#create(realm, assertion, origin)
  }

  /**
   * Adds the provider's user to the account that is signed in. Throws `FEDERATED_USER_ID_ALREADY_LINKED`, `PROVIDER_ALREADY_LINKED`,
   * `EMAIL_EXISTS` when the provider's address belongs to another account, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, `TENANT_ID_MISMATCH` for an
   * account of another realm than the one whose providers were believed.
   */
  async link(asserted: Realm, idToken: string, said: IdpAssertion, origin: RequestOrigin): Promise<FederatedOutcome> {
    const assertion = cleaned(said)
    const { providerId, rawId, email } = assertion
    const { account, token, realm } = await this.#holders.recentAccount(projectOf(asserted), idToken)
    if (realm !== asserted) throw identityError('TENANT_ID_MISMATCH')
    const known = await this.#accounts.findBy(realm, { kind: 'provider', providerId, rawId })
    if (known !== undefined && known.uid !== account.uid) throw identityError('FEDERATED_USER_ID_ALREADY_LINKED')
    const hasDuplicates = await this.#hasDuplicates(realm)
    const owner = await this.#ownerOf(realm, email)
    if (owner !== undefined && owner.uid !== account.uid) throw identityError('EMAIL_EXISTS')
    const admitted = await this.#signIns.admitLinked(realm, token, methodOf(assertion), origin)
    await this.#accounts.update(realm, account.uid, 'updated', (current) => {
      assertStillOpen(current, token)
      const other = current.providers.find((provider) => provider.providerId === providerId && provider.rawId !== rawId)
      if (other !== undefined) throw identityError('PROVIDER_ALREADY_LINKED', 'The account has this provider already.')
      const linked = withProvider(
        { ...current, email: current.email ?? (hasDuplicates ? undefined : email) },
        assertion,
      )
      const emailVerified = linked.emailVerified || verifiesAddressOf(linked, assertion)
      return { account: withFormerEmails({ ...linked, emailVerified }, current, this.#clock.nowMs()) }
    })
    const issued = await this.#signIns.completeLinked(realm, token, admitted, (current) =>
      assertLinked(current, assertion),
    )
    return { kind: 'signed-in', issued, isNewUser: false }
  }

  /** The account that a provider's address is about. */
  async #ownerOf(realm: Realm, email: string | undefined): Promise<Account | undefined> {
    if (email === undefined || (await this.#hasDuplicates(realm))) return undefined
    return await this.#accounts.findBy(realm, { kind: 'email', email })
  }

  async #hasDuplicates(realm: Realm): Promise<boolean> {
    return (await this.#settings.get(projectOf(realm))).duplicateEmails
  }

  /** Whether the address, which the provider has verified, leads to no account any more (`AddressClaims`). */
  async #isReleased(realm: Realm, owner: Account, assertion: IdpAssertion): Promise<boolean> {
    return verifiesAddressOf(owner, assertion) && (await this.#claims.release(realm, owner))
  }

  /** Into an account that has the provider's address but not the provider's user. */
  async #enter(
    realm: string,
    owner: Account,
    assertion: IdpAssertion,
    origin: RequestOrigin,
  ): Promise<FederatedOutcome> {
    const others = owner.providers.filter((provider) => provider.providerId === assertion.providerId)
    if (!verifiesAddressOf(owner, assertion) || (others.length > 0 && owner.emailVerified)) {
      const isTold = assertion.emailVerified || !(await this.#settings.get(realm)).emailPrivacy
      const signInMethods = isTold ? signInMethodsOf(owner) : undefined
      return { kind: 'needs-confirmation', email: owner.email ?? '', signInMethods }
    }
    await this.#claims.enter(realm, owner, (claimed) => {
      if (!verifiesAddressOf(claimed, assertion)) throw identityError('EMAIL_EXISTS')
      return withProvider(claimed, assertion)
    })
    return await this.#complete(realm, owner.uid, assertion, { isNewUser: false, origin })
  }

  async #create(realm: string, assertion: IdpAssertion, origin: RequestOrigin): Promise<FederatedOutcome> {
    if (!(await this.#settings.get(realm)).signUp) throw identityError('ADMIN_ONLY_OPERATION')
    const { displayName, photoUrl } = assertion
    const email = (await this.#hasDuplicates(realm)) ? undefined : assertion.email
    try {
      const wanted = {
        project: realm,
        email,
        emailVerified: email !== undefined && assertion.isTrusted && assertion.emailVerified,
        displayName,
        photoUrl,
        providers: [linkedProviderOf(assertion)],
      }
      const account = await this.#admission.create(wanted, methodOf(assertion), origin)
      return await this.#complete(realm, account.uid, assertion, { isNewUser: true, origin })
    } catch (error) {
      // Signed in from another device at the same moment: there is an account now.
      const isTaken =
        error instanceof StatusError &&
        (error.reason === 'EMAIL_EXISTS' || error.reason === 'FEDERATED_USER_ID_ALREADY_LINKED')
      if (!isTaken) throw error
      return await this.signIn(realm, assertion, { autoCreate: false, origin })
    }
  }

  async #complete(
    realm: string,
    uid: string,
    assertion: IdpAssertion,
    { isNewUser, origin }: { isNewUser: boolean; origin: RequestOrigin },
  ): Promise<FederatedOutcome> {
    const issued = await this.#signIns.complete(realm, uid, { method: methodOf(assertion), origin }, (current) =>
      assertLinked(current, assertion),
    )
    return { kind: 'signed-in', issued, isNewUser }
  }
}

function methodOf({ providerId, issuedAt, verifiedAt }: IdpAssertion): SignInMethod {
  return { signInProvider: providerId, provenAt: issuedAt ?? verifiedAt }
}

function assertLinked(account: Account, { providerId, rawId }: IdpAssertion): void {
  if (account.providers.some((one) => one.providerId === providerId && one.rawId === rawId)) return
  throw identityError('INVALID_IDP_RESPONSE', 'The provider was unlinked meanwhile.')
}

/** How an account can be signed in to. */
export function signInMethodsOf(account: Account): string[] {
  const methods = account.providers.map(({ providerId }) => providerId)
  if (account.passwordHash !== undefined) methods.push('password')
  if (account.emailLinkSignIn === true) methods.push('emailLink')
  return methods
}

/** A name or a picture that is too long for us is left out; an address that is none as well. Throws `INVALID_IDP_RESPONSE`. */
function cleaned(assertion: IdpAssertion): IdpAssertion {
  const { providerId, rawId, email, displayName, photoUrl } = assertion
  // Without both, anybody's word would be the word on the same user.
  if (!providerId || !rawId) throw identityError('INVALID_IDP_RESPONSE', 'The assertion names no provider or no user.')
  return {
    ...assertion,
    email: orNothing(parseEmail, email),
    displayName: orNothing(parseDisplayName, displayName),
    photoUrl: orNothing(parsePhotoUrl, photoUrl),
  }
}

function orNothing(parse: (text: string) => string | undefined, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof StatusError) return undefined
    throw error
  }
}

function verifiesAddressOf(account: Account, { isTrusted, emailVerified, email }: IdpAssertion): boolean {
  return isTrusted && emailVerified && email !== undefined && email === account.email
}

/** What a provider tells once alone, as Apple does a name, stays: of a later sign-in only what it says replaces what was known. */
function withProvider(account: Account, assertion: IdpAssertion): Account {
  const isSame = ({ providerId, rawId }: LinkedProvider): boolean =>
    providerId === assertion.providerId && rawId === assertion.rawId
  const former = account.providers.find(isSame)
  const others = account.providers.filter((one) => !isSame(one))
  return { ...account, providers: [...others, linkedProviderOf(assertion, former)] }
}

function linkedProviderOf(
  { providerId, rawId, email, displayName, photoUrl }: IdpAssertion,
  former?: LinkedProvider,
): LinkedProvider {
  return {
    providerId,
    rawId,
    email: email ?? former?.email,
    displayName: displayName ?? former?.displayName,
    photoUrl: photoUrl ?? former?.photoUrl,
  }
}
