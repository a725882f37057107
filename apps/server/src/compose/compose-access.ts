import { CallerWatch } from '../access/caller-watch.ts'
import { readConsoleRules } from '../access/console-rules.ts'
import type { Gate } from '../access/gate.ts'
import { RulesGate } from '../access/rules-gate.ts'
import { RecentCounts } from '../alerts/recent-counts.ts'
import { AuditLog } from '../audit/audit-log.ts'
import { Topic } from '../lib/topic.ts'
import { RulesFiles } from '../operations/project-files/rules-files.ts'
import { AppContacts } from '../projects/app-contacts.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'
import { DecisionLog } from '../rules/decision-log.ts'
import { RulesInForce } from '../rules/rules-in-force.ts'
import { RELEASES, RulesStore } from '../rules/rules-store.ts'
import { ProjectCounts } from '../trends/project-counts.ts'
import type { BuildContext } from './build-context.ts'
import type { Stores } from './compose-stores.ts'

export interface Access {
  readonly appContacts: AppContacts
  readonly audit: AuditLog
  readonly callers: CallerWatch
  readonly gate: Gate
  /** What passed the gate and what did not, by day. */
  readonly counts: ProjectCounts
  readonly decisions: DecisionLog
  /** What the gate decided in the last minutes, in the projects that are not the console's. */
  readonly recentDecisions: RecentCounts
  readonly publishedRules: RulesStore
  readonly rulesInForce: RulesInForce
  readonly rulesChanges: Topic<string | undefined>
}

/** The one gate, the rules it obeys, the record of what it said, and the audit log. */
export async function composeAccess(
  { config, ambient, clockGuard, closers, operatorActs }: BuildContext,
  { storeOf, projects, replacedStores, changedSpaces }: Stores,
): Promise<Access> {
  const { mode, rulesFolder } = config
  const { clock, random, log } = ambient
  const audit = new AuditLog({ storeOf, clock, log, sweepsMayRun: clockGuard.sweepsMayRun })
  closers.add(() => audit.settled())
  const counts = new ProjectCounts({ storeOf, clock, log })
  closers.add(() => counts.write())
  const appContacts = new AppContacts({ storeOf, clock, log })
  closers.add(() => appContacts.write())
  const changes: Access['rulesChanges'] = new Topic()
  replacedStores.subscribe(changes.publish)
  changedSpaces.subscribe(({ project, space }) => {
    if (space === RELEASES) changes.publish(project)
  })
  const isNamedBucketOf = (project: string, bucket: string): boolean => projects.bucketNames.find(bucket) === project
  const published = new RulesStore({ storeOf, isNamedBucketOf, clock, random })
  const rulesInForce = new RulesInForce({
    clock,
    mode,
    consoleProject: CONSOLE_PROJECT,
    readConsoleRules,
    published,
    changes,
  })
  if (mode === 'dev') {
    const rulesFiles = await RulesFiles.open({ folder: rulesFolder, inForce: rulesInForce, log })
    closers.add(() => rulesFiles.close())
  }
  const decisions = new DecisionLog({ storeOf, clock, log })
  closers.add(() => decisions.write())
  const recentDecisions = new RecentCounts(clock)
  const gate = new RulesGate({
    mode,
    consoleProject: CONSOLE_PROJECT,
    findRules: (project, service, database) => rulesInForce.find(project, service, database),
    findDocument: async (project, database, path) => {
      const [stored] = await (await storeOf(project)).getDocuments([{ database, path }])
      return stored
    },
    clock,
    onOperatorAct: operatorActs.publish,
    onAppRequest: appContacts.note,
    onDecision(project, describe, isAllowed, who) {
      decisions.record(project, describe, isAllowed, who)
      counts.count(project, isAllowed ? 'requestsAllowed' : 'requestsDenied')
      if (project !== CONSOLE_PROJECT) recentDecisions.count(project, !isAllowed)
    },
  })
  const callers = new CallerWatch({ clock, consoleProject: CONSOLE_PROJECT })
  return {
    appContacts,
    audit,
    callers,
    gate,
    counts,
    decisions,
    recentDecisions,
    publishedRules: published,
    rulesInForce,
    rulesChanges: changes,
  }
}
