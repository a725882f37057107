import { makeDocument, StatusError, type Mutation, type Value } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import { isServerOwner, type ConsoleUser } from '../access/admin-access.ts'
import { type FindProjectTeam, projectTeamOf, roleIn, type ProjectTeam } from '../access/project-team.ts'
import type { Documents } from '../documents/documents.ts'
import type { Persistence } from '../persistence/persistence.ts'
import { createFindProjectTeam, projectDocumentPath } from './find-team.ts'
import { CONSOLE_PROJECT } from './project-id.ts'
import type { Project } from './projects.ts'

const server: Caller = { kind: 'admin', project: CONSOLE_PROJECT }
const DATABASE = '(default)'
const PER_COMMIT = 100

export interface ProjectDocumentsOptions {
  readonly persistence: Persistence
  readonly documents: Pick<Documents, 'get' | 'commit'>
}

/** What the console knows of each project: the document `projects/{projectId}` of the project `console`, made by the server. */
export class ProjectDocuments {
  readonly #options: ProjectDocumentsOptions
  readonly #findTeam: FindProjectTeam

  constructor(options: ProjectDocumentsOptions) {
    this.#options = options
    this.#findTeam = createFindProjectTeam(options.persistence)
  }

  /** Makes the documents that are missing; `ownerId` is empty while the server has no owner. */
  async ensure(projects: readonly Pick<Project, 'id' | 'name'>[], ownerId: string): Promise<void> {
    for (let start = 0; start < projects.length; start += PER_COMMIT) {
      await this.#ensureSome(projects.slice(start, start + PER_COMMIT), ownerId)
    }
  }

  /** Gives every project that nobody owns to the server's owner. */
  async adopt(projects: readonly Pick<Project, 'id'>[], ownerId: string): Promise<void> {
    for (const { id } of projects) {
      const team = await this.findTeam(id)
      if (team !== undefined && team.ownerId === '') await this.#commit([adoption(id, team, ownerId)])
    }
  }

  /** Who belongs to a project, as far as it is durable; undefined when the project has no document. */
  async findTeam(project: string): Promise<ProjectTeam | undefined> {
    return await this.#findTeam(project)
  }

  /** The ids of the projects a console account belongs to; all of them for the server's owner. */
  async visibleTo(user: ConsoleUser, projects: readonly Project[]): Promise<Project[]> {
    if (isServerOwner(user)) return [...projects]
    const store = await this.#options.persistence.openProject(CONSOLE_PROJECT)
    const visible: Project[] = []
    for (let start = 0; start < projects.length; start += PER_COMMIT) {
      const some = projects.slice(start, start + PER_COMMIT)
      const found = await store.getDocuments(
        some.map(({ id }) => ({ database: DATABASE, path: projectDocumentPath(id) })),
      )
      for (const [index, stored] of found.entries()) {
        const project = some[index]
        if (stored === undefined || project === undefined) continue
        if (roleIn(projectTeamOf(makeDocument(stored)), user.uid) !== undefined) visible.push(project)
      }
    }
    return visible
  }

  async #ensureSome(projects: readonly Pick<Project, 'id' | 'name'>[], ownerId: string): Promise<void> {
    const paths = projects.map(({ id }) => projectDocumentPath(id))
    const { documents } = await this.#options.documents.get(server, consoleAt, paths)
    const missing = projects.filter((_project, index) => documents[index] === undefined)
    if (missing.length === 0) return
    try {
      await this.#commit(missing.map((project) => creation(project, ownerId)))
    } catch (error) {
      // Somebody else made one of them in between: then that one is there, and the others are made in the next round.
      if (!(error instanceof StatusError) || error.code !== 'already-exists') throw error
      await this.#ensureSome(missing, ownerId)
    }
  }

  async #commit(mutations: readonly Mutation[]): Promise<void> {
    await this.#options.documents.commit(server, consoleAt, mutations)
  }
}

const consoleAt = { project: CONSOLE_PROJECT, database: DATABASE }

function creation(project: Pick<Project, 'id' | 'name'>, ownerId: string): Mutation {
  const fields: [string, Value][] = [
    ['name', { kind: 'string', value: project.name }],
    ['iconURL', { kind: 'null' }],
    ['iconPath', { kind: 'null' }],
    ...ownership(ownerId),
  ]
  return {
    kind: 'set',
    path: projectDocumentPath(project.id),
    fields: new Map(fields),
    transforms: [
      { kind: 'server-timestamp', field: ['createdAt'] },
      { kind: 'server-timestamp', field: ['updatedAt'] },
    ],
    precondition: { kind: 'exists', exists: false },
  }
}

/** Whoever belongs to the project stays in it. */
function adoption(project: string, { memberIds }: ProjectTeam, ownerId: string): Mutation {
  const members: Value[] = [...new Set([...memberIds, ownerId])].map((value) => ({ kind: 'string', value }))
  return {
    kind: 'set',
    path: projectDocumentPath(project),
    fields: new Map<string, Value>([...ownership(ownerId), ['memberIds', { kind: 'array', values: members }]]),
    mask: [['ownerId'], ['memberIds'], ['roles', ownerId]],
    transforms: [{ kind: 'server-timestamp', field: ['updatedAt'] }],
    precondition: { kind: 'exists', exists: true },
  }
}

function ownership(ownerId: string): [string, Value][] {
  const owner: Value = { kind: 'string', value: ownerId }
  const role: Value = { kind: 'string', value: 'owner' }
  return [
    ['ownerId', owner],
    ['memberIds', { kind: 'array', values: ownerId === '' ? [] : [owner] }],
    ['roles', { kind: 'map', fields: new Map(ownerId === '' ? [] : [[ownerId, role]]) }],
  ]
}
