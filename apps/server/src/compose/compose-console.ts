import { passkeysOf } from '../identity/passkeys/passkey.ts'
import { StatusError } from '@hearth/model'
import { consoleIndexes } from '../projects/console-indexes.ts'
import { type ConsoleRoom, openConsoleRoom } from '../projects/console-room.ts'
import { createInvitationMail } from '../projects/invitation-mail.ts'
import { consoleProject } from '../projects/project-id.ts'
import type { DocumentRooms } from './compose-documents.ts'
import type { People } from './compose-identity.ts'
import type { Stores } from './compose-stores.ts'
import type { BuildContext } from './build-context.ts'

const ownerWithoutEmail = 'The account of the owner has no e-mail address, so it has no password to reset.'

/** What the server does for its console; from here on the other rooms tell it what happens. */
export async function composeConsole(
  { config, ambient, dataFolder, closers, later }: BuildContext,
  { persistence, projects, identity, documents, documentAdministration }: Stores & People & DocumentRooms,
): Promise<ConsoleRoom> {
  const { accounts, administration, mails } = identity
  const room = await openConsoleRoom({
    ...ambient,
    persistence,
    projects,
    documents,
    dataFolder,
    mode: config.mode,
    async createResetLink(uid, origin) {
      const [account, [app]] = await Promise.all([
        accounts.find(consoleProject, uid),
        projects.listApps(consoleProject),
      ])
      const email = account?.email
      if (email === undefined) throw new StatusError('failed-precondition', 'OWNER_HAS_NO_EMAIL', ownerWithoutEmail)
      const options = { origin, apiKey: app?.apiKey ?? '' }
      const order = await mails.createOrder(consoleProject, { kind: 'PASSWORD_RESET', email }, options)
      const { link } = await mails.write(consoleProject, order)
      return { email, link }
    },
    async nameOf(project, uid) {
      const account = await accounts.find(project, uid)
      return account?.displayName || account?.email || account?.phoneNumber
    },
    async removeFactors(uid) {
      const account = await accounts.get(consoleProject, uid)
      const count = account.secondFactors?.length ?? 0
      // They are on the devices that second factors are on, and stand for both.
      const deletePasskeys = passkeysOf(account).map(({ id }) => id)
      // Whoever has the device that was lost may be signed in with it.
      const validSince = Math.floor(ambient.clock.nowMs() / 1000)
      await administration.update(consoleProject, uid, { secondFactors: [], deletePasskeys, validSince })
      return count
    },
    invitedAccounts: {
      hasEmail: async (email) => (await accounts.findByEmail(consoleProject, email)) !== undefined,
      create: async (account) => (await accounts.create({ project: consoleProject, ...account })).uid,
      delete: (uid) => accounts.delete(consoleProject, uid),
    },
    isEnabledAccount: async (uid) => (await accounts.find(consoleProject, uid))?.disabled === false,
    accounts: {
      exists: async (uid) => (await accounts.find(consoleProject, uid)) !== undefined,
      findOwner: () => accounts.findUid(consoleProject, ({ customClaims }) => customClaims?.['serverRole'] === 'owner'),
      async create(owner) {
        await accounts.create({ project: consoleProject, ...owner, claims: { serverRole: 'owner' } })
      },
    },
  })
  try {
    await documentAdministration.declareIndexes(consoleProject, '(default)', consoleIndexes, { isWhole: false })
  } catch (err) {
    if (!(err instanceof StatusError)) throw err
    ambient.log.error({ err }, 'the indexes of the console could not be taken up; its pages read more than they need')
  }
  mails.writeInvitationsWith(createInvitationMail(room.invitations))
  later.consoleRoom = room
  identity.changes.subscribe(({ realm, uid, kind }) => {
    if (realm === consoleProject && kind === 'deleted') room.noteAccountGone(uid)
  })
  closers.add(() => room.close())
  return room
}
