import { StatusError, type Document, type Mutation, type Value } from '@hearth/model'
import type { Caller, OperatorRole } from '../access/caller.ts'
import { hasRole, isOperatorRole, projectTeamOf, roleIn } from '../access/project-team.ts'
import type { WriteInvitation } from '../identity/messages/action-mails.ts'
import type { Clock, Random } from '../lib/ambient.ts'
import type { Documents } from '../documents/documents.ts'
import { projectDocumentPath } from './find-team.ts'
import { hashOfLocalCode, isLocalCode, newLocalCode } from './local-code.ts'
import { CONSOLE_PROJECT } from './project-id.ts'

/** What invitations need of the accounts of the project `console`. */
export interface InvitedAccounts {
  hasEmail(email: string): Promise<boolean>
  /**
   * Makes an account whose address nobody has verified, and answers its uid. Throws what the identity service throws
   * (`EMAIL_EXISTS`, `WEAK_PASSWORD`, …).
   */
  create(account: NewMember & { readonly email: string; readonly address: string }): Promise<string>
  delete(uid: string): Promise<void>
}

export interface NewMember {
  readonly displayName: string
  readonly password: string
}

/** Somebody signed in to the console. */
export interface Invited {
  readonly uid: string
  readonly email: string | undefined
  readonly isEmailVerified: boolean
}

/** What the holder of a link is told before they accept. */
export interface DescribedInvitation {
  readonly projectName: string
  readonly email: string
  readonly role: OperatorRole
  readonly expiresAt: number
  /** Whether somebody with this address has an account of the console. */
  readonly hasAccount: boolean
}

export interface InvitationsOptions {
  readonly documents: Pick<Documents, 'get' | 'commit'>
  readonly accounts: InvitedAccounts
  readonly clock: Clock
  readonly random: Random
}

const server: Caller = { kind: 'admin', project: CONSOLE_PROJECT }
const consoleAt = { project: CONSOLE_PROJECT, database: '(default)' }
const MEMBERS_MAX = 200
const TRIES_MAX = 5

/**
 * Accepting the invitations that owners write as documents. Who has the invitation's address proves it by a verified address, or by the
 * link that an owner handed over: its code is 192 random bits, of which the document keeps the hash.
 */
export class Invitations {
  readonly #options: InvitationsOptions

  constructor(options: InvitationsOptions) {
    this.#options = options
  }

  /** Whom an open invitation is for, and into what. Throws `not-found`/`INVITATION_NOT_FOUND` and `INVITATION_OVER`. */
  async getOpen(project: string, id: string): Promise<{ email: string; projectName: string }> {
    const [team, found] = await this.#read(project, id)
    return { email: this.#open(found).invitation.email, projectName: nameOf(team, project) }
  }

  /** A new code, which takes the place of the one before. Throws as `getOpen`. */
  async makeCode(project: string, id: string): Promise<string> {
    const { documents, random } = this.#options
    const [, document] = await this.#read(project, id)
    const { found } = this.#open(document)
    const code = newLocalCode(random)
    const codeHash: Value = { kind: 'string', value: hashOfLocalCode(code) }
    await documents.commit(server, consoleAt, [changed(found, new Map([['codeHash', codeHash]]))])
    return code
  }

  /** Throws `INVITATION_INVALID` when the code is not that of the newest link, and `INVITATION_OVER`. */
  async describe(project: string, id: string, code: string): Promise<DescribedInvitation> {
    const [team, found] = await this.#read(project, id)
    const { email, role, expiresAt } = this.#withCode(found, code)
    return {
      projectName: nameOf(team, project),
      email,
      role,
      expiresAt,
      hasAccount: await this.#options.accounts.hasEmail(email),
    }
  }

  /**
   * Makes somebody a member with the invitation's role; a higher one that they have stays. Throws `INVITATION_INVALID` for everybody but
   * the one it is for, `INVITATION_OVER`, and `failed-precondition`/`TEAM_FULL`.
   */
  async accept(project: string, id: string, invited: Invited, code: string | undefined): Promise<OperatorRole> {
    for (let tries = 1; ; tries += 1) {
      const [team, found] = await this.#read(project, id)
      const invitation = this.#ofInvited(found, invited, code)
      if (team === undefined || found === undefined) throw invitationInvalid()
      try {
        const mutations = [membership(team, invited.uid, invitation.role), acceptance(found, invited.uid)]
        await this.#options.documents.commit(server, consoleAt, mutations)
        return invitation.role
      } catch (error) {
        // The team or the invitation was changed in between: look again.
        if (!(error instanceof StatusError) || error.code !== 'failed-precondition' || tries === TRIES_MAX) throw error
      }
    }
  }

  /** Makes an account with the invitation's address, and accepts with it; open sign-up is not needed. Throws as both do. */
  async join(project: string, id: string, code: string, member: NewMember & { readonly address: string }) {
    const [, found] = await this.#read(project, id)
    const { email } = this.#withCode(found, code)
    const uid = await this.#options.accounts.create({ ...member, email })
    try {
      const role = await this.accept(project, id, { uid, email, isEmailVerified: false }, code)
      return { uid, role }
    } catch (error) {
      // Nobody was told of the account: it would only be in the way of the next try, and where sign-up is closed have no place at all.
      await this.#options.accounts.delete(uid)
      throw error
    }
  }

  #open(found: Document | undefined): { found: Document; invitation: Invitation } {
    const invitation = found && invitationOf(found)
    if (found === undefined || invitation === undefined) {
      throw new StatusError('not-found', 'INVITATION_NOT_FOUND', 'There is no such invitation any more.')
    }
    assertOpen(invitation, this.#options.clock.nowMs())
    return { found, invitation }
  }

  #withCode(found: Document | undefined, code: string): Invitation {
    const invitation = found && invitationOf(found)
    if (invitation?.codeHash === undefined || !isLocalCode(code, invitation.codeHash)) throw invitationInvalid()
    assertOpen(invitation, this.#options.clock.nowMs())
    return invitation
  }

  #ofInvited(found: Document | undefined, { email, isEmailVerified }: Invited, code: string | undefined): Invitation {
    const invitation = found && invitationOf(found)
    if (invitation === undefined || invitation.email !== email) throw invitationInvalid()
    if (code !== undefined) return this.#withCode(found, code)
    if (!isEmailVerified) throw invitationInvalid()
    assertOpen(invitation, this.#options.clock.nowMs())
    return invitation
  }

  async #read(
    project: string,
    id: string,
  ): Promise<readonly [team: Document | undefined, found: Document | undefined]> {
    const team = projectDocumentPath(project)
    const { documents } = await this.#options.documents.get(server, consoleAt, [team, `${team}/invitations/${id}`])
    return [documents[0], documents[1]]
  }
}

function nameOf(team: Document | undefined, project: string): string {
  const name = team?.fields.get('name')
  return name?.kind === 'string' ? name.value : project
}

function membership(document: Document, uid: string, role: OperatorRole): Mutation {
  const team = projectTeamOf(document)
  const current = roleIn(team, uid)
  if (current === undefined && team.memberIds.length >= MEMBERS_MAX) {
    throw new StatusError('resource-exhausted', 'TEAM_FULL', `A project has at most ${MEMBERS_MAX} members.`)
  }
  const kept = current !== undefined && hasRole(current, role) ? current : role
  return {
    kind: 'set',
    path: document.path,
    fields: new Map([['roles', { kind: 'map', fields: new Map([[uid, { kind: 'string', value: kept }]]) }]]),
    mask: [['roles', uid]],
    transforms: [
      { kind: 'array-union', field: ['memberIds'], values: [{ kind: 'string', value: uid }] },
      { kind: 'server-timestamp', field: ['updatedAt'] },
    ],
    precondition: { kind: 'update-time', updateTime: document.updateTime },
  }
}

function acceptance(document: Document, uid: string): Mutation {
  return {
    ...changed(document, new Map([['acceptedBy', { kind: 'string', value: uid }]])),
    transforms: [{ kind: 'server-timestamp', field: ['acceptedAt'] }],
  }
}

function changed(document: Document, fields: ReadonlyMap<string, Value>): Extract<Mutation, { kind: 'set' }> {
  return {
    kind: 'set',
    path: document.path,
    fields: new Map(fields),
    mask: [...fields.keys()].map((name) => [name]),
    transforms: [],
    precondition: { kind: 'update-time', updateTime: document.updateTime },
  }
}

/** How long an invitation is good for at most, whatever its document says. */
const VALID_MS_MAX = 8 * 24 * 60 * 60 * 1000

/** What the server reads of `projects/{projectId}/invitations/{id}`, which an owner wrote. Times are milliseconds since the epoch. */
interface Invitation {
  /** Lower case. */
  readonly email: string
  readonly role: OperatorRole
  readonly expiresAt: number
  /** Of the newest link; a link before it opens nothing. */
  readonly codeHash: string | undefined
  readonly isAccepted: boolean
}

/** Undefined when a field is missing that an invitation must have. */
function invitationOf({ fields, createTime }: Pick<Document, 'fields' | 'createTime'>): Invitation | undefined {
  const email = textOf(fields.get('email'))
  const role = textOf(fields.get('role'))
  const expires = fields.get('expiresAt')
  if (email === undefined || !isOperatorRole(role) || expires?.kind !== 'timestamp') return undefined
  return {
    email: email.trim().toLowerCase(),
    role,
    expiresAt: Math.min(Number(expires.micros / 1000n), createTime / 1000 + VALID_MS_MAX),
    codeHash: textOf(fields.get('codeHash')),
    isAccepted: fields.has('acceptedBy'),
  }
}

/** Throws `failed-precondition`/`INVITATION_OVER` for one that was accepted, or whose time is over. */
function assertOpen(invitation: Invitation, nowMs: number): void {
  if (!invitation.isAccepted && nowMs < invitation.expiresAt) return
  throw new StatusError(
    'failed-precondition',
    'INVITATION_OVER',
    'This invitation was accepted, or its time is over. Ask an owner of the project for another.',
  )
}

/** For whoever has no right to know whether there is such an invitation. */
function invitationInvalid(): StatusError {
  return new StatusError(
    'permission-denied',
    'INVITATION_INVALID',
    'This invitation was revoked, or a newer link took its place. Ask an owner of the project for another.',
  )
}

function textOf(value: Value | undefined): string | undefined {
  return value?.kind === 'string' ? value.value : undefined
}

/** Writes the mail with the link of an invitation. Its code is made now, and is in no data folder while the mail waits. */
export function createInvitationMail(invitations: Pick<Invitations, 'getOpen' | 'makeCode'>): WriteInvitation {
  return async ({ project, invitation, origin, locale }) => {
    const { email, projectName } = await invitations.getOpen(project, invitation)
    const code = await invitations.makeCode(project, invitation)
    const query = new URLSearchParams({ project, id: invitation }).toString()
    // Behind the `#`, which no server log sees.
    const link = `${origin}/invitation?${query}#code=${code}`
    return { kind: 'INVITATION', to: email, email, code, link, appName: projectName, locale }
  }
}
