import { StatusError } from '@hearth/model'
import { type CodeFile, hashOfLocalCode, isLocalCode } from './local-code.ts'

/** Where an owner chooses a new password, and whose account it is. */
export interface ResetLink {
  readonly email: string
  readonly link: string
}

export interface OwnerResetResult extends ResetLink {
  /** How many second factors the account had, where they were to go. */
  readonly removedFactors: number
}

/** `origin` is that of the page behind the link. Throws `failed-precondition`/`OWNER_HAS_NO_EMAIL`. */
export type CreateResetLink = (uid: string, origin: string) => Promise<ResetLink>

export interface OwnerResetOptions {
  readonly codeFile: CodeFile
  /** The uid of the server's owner. */
  readonly findOwner: () => Promise<string | undefined>
  readonly createLink: CreateResetLink
  /** Takes them from the account, ends its sessions and answers how many there were. */
  readonly removeFactors: (uid: string) => Promise<number>
}

/**
 * The way back for an owner who forgot the password of a server without mail, or lost the second factor. `hearth owner reset`
 * writes a code into the data folder and brings it here: who can write there holds all that the server has, so nothing more is
 * given away. A code works once.
 */
export class OwnerReset {
  readonly #options: OwnerResetOptions

  constructor(options: OwnerResetOptions) {
    this.#options = options
  }

  /** Throws `permission-denied`/`OWNER_RESET_CODE_INVALID`, `failed-precondition`/`NO_OWNER`, and what making the link throws. */
  async redeem(code: string, origin: string, { secondFactor }: { secondFactor: boolean }): Promise<OwnerResetResult> {
    const { codeFile, findOwner, createLink, removeFactors } = this.#options
    const kept = await codeFile.find()
    if (kept === undefined || kept === '' || !isLocalCode(code, hashOfLocalCode(kept))) throw codeInvalid()
    await codeFile.remove()
    const uid = await findOwner()
    if (uid === undefined) {
      throw new StatusError(
        'failed-precondition',
        'NO_OWNER',
        'This server has no owner. Restart it: it prints a set-up code, and whoever uses it owns the server.',
      )
    }
    // An owner who can't be given a link keeps the second factors.
    const link = await createLink(uid, origin)
    return { ...link, removedFactors: secondFactor ? await removeFactors(uid) : 0 }
  }
}

function codeInvalid(): StatusError {
  return new StatusError(
    'permission-denied',
    'OWNER_RESET_CODE_INVALID',
    'This code is not in the data folder of the server. Run the command as the server’s own user, with --data naming the folder it uses.',
  )
}
