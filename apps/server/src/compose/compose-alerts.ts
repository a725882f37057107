import { isServerOwner } from '../access/admin-access.ts'
import { hasRole, roleIn } from '../access/project-team.ts'
import { AlertCalls } from '../alerts/alert-calls.ts'
import { type AlertSettings, AlertSettingsStore } from '../alerts/alert-settings.ts'
import { AlertTeller } from '../alerts/alert-teller.ts'
import { AlertTests } from '../alerts/alert-tests.ts'
import { AlertWatch } from '../alerts/alert-watch.ts'
import { Incidents } from '../alerts/incidents.ts'
import type { RecentCounts } from '../alerts/recent-counts.ts'
import { WatchedFigures } from '../alerts/watched-figures.ts'
import type { NightlyOutcomes } from '../backups/nightly-backups.ts'
import { readDiskSpace, reserveOf } from '../blobs/disk/disk-reserve.ts'
import { RateLimit } from '../lib/rate-limit.ts'
import { TaskQueue } from '../lib/task-queue.ts'
import { createFindProjectName, createFindProjectTeam } from '../projects/find-team.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'
import type { BuildContext } from './build-context.ts'
import type { Access } from './compose-access.ts'
import type { People } from './compose-identity.ts'
import type { ProjectServices } from './compose-projects.ts'
import type { Stores } from './compose-stores.ts'

/** Calls of a webhook to try it. */
const testCalls = { calls: 10, windowMs: 60 * 60_000 }

type Services = Stores & Access & People & ProjectServices & { readonly recentAnswers: RecentCounts }

export interface AlertServices {
  /** Under `dev` nobody is told of anything. */
  readonly isWatched: boolean
  readonly incidents: Incidents
  readonly settings: AlertSettingsStore
  readonly tests: AlertTests
  readonly nightly: NightlyOutcomes
}

/** What is wrong with a project or the server, and who is told of it. */
export function composeAlerts(context: BuildContext, services: Services): AlertServices {
  const { config, ambient, closers, shared, dataFolder } = context
  const { storeOf, projects, webhooks, webhookCalls, outbox, testMails, persistence, serverSettings } = services
  const isWatched = config.mode === 'start'
  const queue = new TaskQueue()
  const store = () => storeOf(CONSOLE_PROJECT)
  const incidents = new Incidents(store)
  const settings = new AlertSettingsStore(storeOf)
  const webhookOf = async (scope: string) => (await webhooks.get(scope)).alerts
  const calls = new AlertCalls({ ...ambient, store, incidents, webhookOf, webhookCalls, queue })
  const teller = new AlertTeller({
    ...ambient,
    incidents,
    settings,
    webhookOf,
    calls,
    mails: {
      isSet: () => outbox?.obstacle === undefined && outbox !== undefined,
      send: async (notices, records) => await outbox?.sendNotices(CONSOLE_PROJECT, notices, records),
    },
    addressesOf: createFindAddresses(services),
    nameOf: createFindProjectName(persistence),
    publicUrl: () => serverSettings.publicUrl,
    queue,
  })
  const figures = new WatchedFigures({
    decisions: services.recentDecisions,
    answers: services.recentAnswers,
    daysOf: (project, days) => services.trends.list(project, days),
    async readDisk() {
      const space = await readDiskSpace(dataFolder)
      return { ...space, reserve: reserveOf(space.total) }
    },
    hasNightly: config.backups.nightlyAt !== undefined,
    ...ambient,
  })
  if (isWatched) {
    const listProjects = () => projects.list()
    const watch = new AlertWatch({ ...ambient, figures, incidents, teller, calls, settings, listProjects, queue })
    closers.add(() => queue.run(() => undefined))
    closers.add(() => calls.close())
    outbox?.keepOutcomesBy(teller.keepOutcome)
    closers.add(watch.start(shared.alertRoundMs))
  }
  const rate = new RateLimit({ ...testCalls, clock: ambient.clock })
  const tests = new AlertTests({ testMails, teller, webhookOf, webhookCalls, rate })
  return { isWatched, incidents, settings, tests, nightly: figures.nightly }
}

/** Who of a team gets mails, by the accounts of the console that are enabled. */
function createFindAddresses({
  persistence,
  identity: { accounts },
}: Services): (scope: string, team: AlertSettings['team']) => Promise<readonly string[]> {
  const findTeam = createFindProjectTeam(persistence)
  const uidsOf = async (scope: string, needed: 'owner' | 'editor'): Promise<readonly string[]> => {
    if (scope === CONSOLE_PROJECT) {
      const owner = await accounts.findUid(CONSOLE_PROJECT, ({ customClaims }) =>
        isServerOwner({ claims: customClaims ?? {} }),
      )
      return owner === undefined ? [] : [owner]
    }
    const team = await findTeam(scope)
    return [team?.ownerId ?? '', ...(team?.memberIds ?? [])].filter((uid) => {
      const role = roleIn(team, uid)
      return role !== undefined && hasRole(role, needed)
    })
  }
  return async (scope, team) => {
    const uids = await uidsOf(scope, team === 'editors' ? 'editor' : 'owner')
    const found = await Promise.all(uids.map((uid) => accounts.find(CONSOLE_PROJECT, uid)))
    return found.flatMap((account) => (account?.email === undefined || account.disabled ? [] : [account.email]))
  }
}
