import type { Query } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import { projectTeamOf } from '../access/project-team.ts'
import type { Documents } from '../documents/documents.ts'
import { type LeavingOptions, removeGone } from './leave-team.ts'
import { CONSOLE_PROJECT } from './project-id.ts'

const server: Caller = { kind: 'admin', project: CONSOLE_PROJECT }
const consoleAt = { project: CONSOLE_PROJECT, database: '(default)' }
const PAGE_SIZE = 100

export interface GoneMembersOptions extends LeavingOptions {
  readonly documents: Pick<Documents, 'get' | 'commit' | 'query'>
  readonly hasAccount: (uid: string) => Promise<boolean>
  /** The uid of who owns the server; `''` while nobody does. */
  readonly ownerOfServer: () => Promise<string>
}

/** Takes people out of the teams of all projects when their accounts are gone, so that a team counts nobody who can't act. */
export class GoneMembers {
  readonly #options: GoneMembersOptions
  #isStopped = false

  constructor(options: GoneMembersOptions) {
    this.#options = options
  }

  /** The sweep ends soon; the next start makes another. */
  stop(): void {
    this.#isStopped = true
  }

  /** Somebody's account was deleted. */
  async remove(uid: string): Promise<void> {
    const uidValue = { kind: 'string', value: uid } as const
    const query: Query = {
      parent: '',
      collectionId: 'projects',
      allDescendants: false,
      filter: {
        kind: 'or',
        filters: [
          { kind: 'field', field: ['memberIds'], op: 'array-contains', value: uidValue },
          { kind: 'field', field: ['ownerId'], op: '==', value: uidValue },
        ],
      },
      orderBy: [],
      offset: 0,
    }
    const { documents } = await this.#options.documents.query(server, consoleAt, query)
    for (const { path } of documents) await this.#removeFrom(path, uid)
  }

  /** Looks at all teams: an account may have gone when the server was killed, or before teams were told. */
  async sweep(): Promise<void> {
    let after: string | undefined
    while (!this.#isStopped) {
      const documents = await this.#pageOfTeams(after)
      for (const document of documents) {
        const { ownerId, memberIds } = projectTeamOf(document)
        for (const uid of new Set([ownerId, ...memberIds])) {
          if (uid !== '' && !(await this.#options.hasAccount(uid))) await this.#removeFrom(document.path, uid)
        }
      }
      const last = documents.at(-1)
      if (last === undefined || documents.length < PAGE_SIZE) return
      after = last.path
    }
  }

  async #pageOfTeams(after: string | undefined) {
    const query: Query = {
      parent: '',
      collectionId: 'projects',
      allDescendants: false,
      ...(after !== undefined && {
        filter: {
          kind: 'field',
          field: ['__name__'],
          op: '>',
          value: { kind: 'reference', name: `projects/${CONSOLE_PROJECT}/databases/(default)/documents/${after}` },
        },
      }),
      orderBy: [],
      offset: 0,
      limit: PAGE_SIZE,
    }
    return (await this.#options.documents.query(server, consoleAt, query)).documents
  }

  async #removeFrom(path: string, uid: string): Promise<void> {
    await removeGone(this.#options, path.slice('projects/'.length), uid, await this.#options.ownerOfServer())
  }
}
