import type { Command } from 'commander'
import type { CommandContext } from './command.ts'

type MakeCommand = (context: CommandContext) => Command

interface CommandEntry {
  readonly summary: string
  /** A command is loaded when it is asked for, so that the server starts without the others. */
  readonly load: () => Promise<MakeCommand>
}

/** Every command, in the order in which people meet them. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  start: {
    summary: 'run the server',
    load: async () => (await import('./serve/serve-commands.ts')).startCommand,
  },
  dev: {
    summary: "run in place of the vendor's emulators: loopback only, any project, open until a project has rules",
    load: async () => (await import('./serve/serve-commands.ts')).devCommand,
  },
  accounts: {
    summary: 'export or import users',
    load: async () => (await import('./accounts/accounts-command.ts')).accountsCommand,
  },
  documents: {
    summary: 'export or import documents',
    load: async () => (await import('./documents/documents-command.ts')).documentsCommand,
  },
  buckets: {
    summary: "list or change the names of a project's bucket",
    load: async () => (await import('./buckets-command.ts')).bucketsCommand,
  },
  connect: {
    summary: "print what leads the vendor's tools here",
    load: async () => (await import('./connect/connect-command.ts')).connectCommand,
  },
  indexes: {
    summary: 'declare or list indexes and exemptions',
    load: async () => (await import('./indexes-command.ts')).indexesCommand,
  },
  audit: {
    summary: 'check that an audit log is unbroken',
    load: async () => (await import('./audit-command.ts')).auditCommand,
  },
  backup: {
    summary: 'copy the whole server into a folder, while it runs or not',
    load: async () => (await import('./backup-commands.ts')).backupCommand,
  },
  restore: {
    summary: 'make a data folder of such a copy',
    load: async () => (await import('./backup-commands.ts')).restoreCommand,
  },
  clock: {
    summary: 'after the clock was wrong: accept it as right, or date anew what is ahead',
    load: async () => (await import('./clock/clock-command.ts')).clockCommand,
  },
  keys: {
    summary: 'list or rotate the keys that sign tokens',
    load: async () => (await import('./keys-command.ts')).keysCommand,
  },
  owner: {
    summary: 'let the owner of the server choose a new password',
    load: async () => (await import('./owner-command.ts')).ownerCommand,
  },
  projects: {
    summary: 'list deleted projects, or take one back',
    load: async () => (await import('./projects-command.ts')).projectsCommand,
  },
  rules: {
    summary: 'publish, show or test security rules',
    load: async () => (await import('./rules/rules-command.ts')).rulesCommand,
  },
}
