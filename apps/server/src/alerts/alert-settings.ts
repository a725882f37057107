import { type AlertKind, type AlertLanguage, projectAlertKinds, serverAlertKinds } from '@hearth/api'
import type { ProjectStore } from '../persistence/persistence.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'

/** What is told of a project, and to whom by mail. */
export interface AlertSettings {
  readonly kinds: readonly AlertKind[]
  /** Of the team; of the server, `owners` are its owner. */
  readonly team: 'nobody' | 'owners' | 'editors'
  readonly addresses: readonly string[]
  readonly language: AlertLanguage
}

const SPACE = 'alert-settings'
const KEY = 'settings'

/** Of each project in its own store, of the server in the console's. Until somebody says otherwise owners are told of everything. */
export class AlertSettingsStore {
  readonly #storeOf: (project: string) => Promise<ProjectStore>

  constructor(storeOf: (project: string) => Promise<ProjectStore>) {
    this.#storeOf = storeOf
  }

  async get(scope: string): Promise<AlertSettings> {
    const record = await (await this.#storeOf(scope)).getRecord(SPACE, KEY)
    if (record !== undefined) return JSON.parse(record.value) as AlertSettings
    const kinds = scope === CONSOLE_PROJECT ? serverAlertKinds : projectAlertKinds
    return { kinds, team: 'owners', addresses: [], language: 'en' }
  }

  async set(scope: string, { kinds, team, addresses, language }: AlertSettings): Promise<void> {
    const unique = [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]
    const settings: AlertSettings = { kinds: [...new Set(kinds)], team, addresses: unique, language }
    await (
      await this.#storeOf(scope)
    ).commit({ records: [{ space: SPACE, key: KEY, value: JSON.stringify(settings) }] })
  }
}
