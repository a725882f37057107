import type { Documents } from '../../documents/documents.ts'
import { writeJsonError } from '../../http/error-body.ts'
import type { Protocol } from '../../http/route.ts'
import { refuseConsole } from '../../projects/project-id.ts'
import type { Projects } from '../../projects/projects.ts'
import type { RulesInForce } from '../../rules/rules-in-force.ts'
import { hubRoutes } from './hub.ts'
import { rulesRoutes } from './rules.ts'

const PAGE = 300

/** What tests and tools ask of the vendor's Firestore emulator beside its API (wire-protocol 7). `hearth dev` only. */
export function createEmulatorControlProtocol(deps: {
  documents: Documents
  projects: Projects
  rulesInForce: RulesInForce
}): Protocol {
  const { documents, projects, rulesInForce } = deps

  async function clearDocuments(project: string, database: string): Promise<void> {
    refuseConsole(project)
    await projects.get(project)
    const at = { project, database }
    const admin = { kind: 'admin', project } as const
    for (;;) {
      const page = await documents.query(admin, at, {
        parent: '',
        allDescendants: true,
        orderBy: [],
        offset: 0,
        limit: PAGE,
      })
      if (page.documents.length === 0) return
      await documents.commit(
        admin,
        at,
        page.documents.map(({ path }) => ({ kind: 'delete', path, precondition: { kind: 'none' } })),
      )
    }
  }

  return {
    name: 'emulator-control',
    routes: [
      {
        method: 'DELETE',
        path: '/emulator/v1/projects/:project/databases/:database/documents',
        guard: 'dev',
        async handle(exchange, { project = '', database = '' }) {
          exchange.note({ project, operation: 'clear documents' })
          await clearDocuments(project, database)
          exchange.replyJson(200, {})
        },
      },
      ...rulesRoutes(rulesInForce),
      ...hubRoutes(),
    ],
    writeError: writeJsonError,
  }
}
