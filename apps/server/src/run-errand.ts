import { systemClock, systemRandom } from './ambient.ts'
import type { Errand } from './config/command-line.ts'
import type { Environment } from './config/server-config.ts'
import { readVersion } from './version.ts'

/**
 * Runs a command to its end and resolves with its exit status. Each is loaded when it is asked for, so that the server starts without
 * them. Results go to standard output, progress and complaints to standard error. Throws `SettingsError`.
 */
export async function runErrand(errand: Errand, environment: Environment): Promise<number> {
  const { action, flags } = errand
  switch (errand.name) {
    case 'accounts': {
      const { parseAccountsCommand } = await import('./cli/accounts/accounts-command.ts')
      const { runAccounts } = await import('./cli/accounts/run-accounts.ts')
      const command = parseAccountsCommand(action, errand.file, flags, environment)
      keepToThisUser()
      return await runAccounts(command, tell)
    }
    case 'audit': {
      const { parseAuditCommand } = await import('./config/audit-command.ts')
      const { verifyAudit } = await import('./cli/audit-command.ts')
      return await verifyAudit(parseAuditCommand(action, flags, environment), tell)
    }
    case 'backup':
    case 'restore': {
      const { parseBackupCommand } = await import('./cli/backup-command.ts')
      const { composeStoreFiles } = await import('./compose/compose-store-files.ts')
      const command = parseBackupCommand(errand.name, flags, environment)
      keepToThisUser()
      const around = { files: composeStoreFiles(command.dataFolder), clock: systemClock, release: readVersion() }
      if (errand.name === 'backup') {
        const { backUpServer } = await import('./backups/server/backup-server.ts')
        return await backUpServer(command, around, tell)
      }
      const { restoreServer } = await import('./backups/server/restore-server.ts')
      return await restoreServer(command, around, tell)
    }
    case 'clock': {
      const { parseClockCommand } = await import('./cli/clock/clock-command.ts')
      const { composeClockEngine } = await import('./compose/compose-store-files.ts')
      const { runClock } = await import('./cli/clock/run-clock.ts')
      const command = parseClockCommand(action, flags, environment)
      keepToThisUser()
      return await runClock(command, { engine: composeClockEngine(), clock: systemClock }, tell)
    }
    case 'connect': {
      const { parseConnectCommand } = await import('./cli/connect/connect-command.ts')
      const { runConnect } = await import('./cli/connect/run-connect.ts')
      return await runConnect(parseConnectCommand(action, flags, environment), print, tell)
    }
    case 'documents': {
      const { parseDocumentCommand } = await import('./cli/documents/documents-command.ts')
      const { runTransfer } = await import('./cli/documents/run-transfer.ts')
      const command = parseDocumentCommand(action, errand.file, flags, environment)
      keepToThisUser()
      return await runTransfer(command, tell)
    }
    case 'indexes': {
      const { parseIndexesCommand } = await import('./config/indexes-command.ts')
      const { runIndexes } = await import('./cli/indexes-command.ts')
      return await runIndexes(parseIndexesCommand(action, flags, environment), print, tell)
    }
    case 'keys': {
      const { parseKeysCommand } = await import('./config/keys-command.ts')
      const { runKeys } = await import('./cli/keys-command.ts')
      return await runKeys(parseKeysCommand(action, flags, environment), print, tell)
    }
    case 'owner': {
      const { parseOwnerCommand } = await import('./config/owner-command.ts')
      const { resetOwner } = await import('./cli/owner-command.ts')
      const command = parseOwnerCommand(action, flags, environment)
      keepToThisUser()
      return await resetOwner(command, systemRandom, print, tell)
    }
    case 'projects': {
      const { parseProjectsCommand } = await import('./config/projects-command.ts')
      const { runProjects } = await import('./cli/projects-command.ts')
      return await runProjects(parseProjectsCommand(action, flags, environment), print, tell)
    }
    case 'rules': {
      const { parseRulesCommand } = await import('./config/rules-command.ts')
      const { runRules } = await import('./cli/rules/rules-command.ts')
      return await runRules(parseRulesCommand(action, flags, environment), print, tell)
    }
  }
}

/** Whatever is written from here on is for this user alone. */
function keepToThisUser(): void {
  process.umask(0o077)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
