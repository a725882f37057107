import { readConsoleRules } from '../access/console-rules.ts'
import type { Gate } from '../access/gate.ts'
import { RulesChanges } from '../access/rules-changes.ts'
import { RulesGate } from '../access/rules-gate.ts'
import { RulesFiles } from '../operations/project-files/rules-files.ts'
import { consoleProject } from '../projects/project-id.ts'
import { DecisionLog } from '../rules/decision-log.ts'
import { RulesInForce } from '../rules/rules-in-force.ts'
import { RulesStore } from '../rules/rules-store.ts'
import type { ProjectTrends } from '../trends/project-trends.ts'
import type { Stores } from './compose-stores.ts'
import type { BuildContext } from './build-context.ts'

export interface Access {
  readonly gate: Gate
  readonly decisions: DecisionLog
  readonly publishedRules: RulesStore
  readonly rulesInForce: RulesInForce
  readonly rulesChanges: RulesChanges
}

/** The one gate, the rules it obeys and the record of what it said. */
export async function composeAccess(
  context: BuildContext,
  { storeOf, projects, trends, replacedStores }: Stores & { readonly trends: ProjectTrends },
): Promise<Access> {
  const { closers, onOperatorAct } = context
  const { mode, rulesFolder } = context.config
  const { clock, random, log } = context.ambient
  const changes = new RulesChanges()
  replacedStores.subscribe((project) => changes.publish(project))
  const isNamedBucketOf = (project: string, bucket: string): boolean => projects.bucketNames.find(bucket) === project
  const published = new RulesStore({ storeOf, isNamedBucketOf, clock, random, changes })
  const rulesInForce = new RulesInForce({ clock, mode, consoleProject, readConsoleRules, published, changes })
  if (mode === 'dev') {
    const rulesFiles = await RulesFiles.open({ folder: rulesFolder, inForce: rulesInForce, log })
    closers.add(() => rulesFiles.close())
  }
  const decisions = new DecisionLog({ storeOf, clock, log })
  closers.add(() => decisions.write())
  const gate = new RulesGate({
    mode,
    consoleProject,
    findRules: (project, service, database) => rulesInForce.find(project, service, database),
    findDocument: async (project, database, path) => {
      const [stored] = await (await storeOf(project)).getDocuments([{ database, path }])
      return stored
    },
    clock,
    onOperatorAct,
    onDecision(project, describe, isAllowed) {
      decisions.record(project, describe, isAllowed)
      trends.count(project, isAllowed ? 'requestsAllowed' : 'requestsDenied')
    },
  })
  return { gate, decisions, publishedRules: published, rulesInForce, rulesChanges: changes }
}
