import * as api from '@hearth/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { asAccount, callApi } from '../../backend/api/call-api.ts'
import { useConsoleApp } from '../../session/console-app-context.tsx'
import { useOwnsServer, useSession } from '../../session/session-context.tsx'
import type { Session } from '../../session/session.ts'

export type ServerSettings = api.ServerSettings
export type WantedMailServer = api.WantedMailServer

/** The public address and the mail server, for the owner of a server that sends mails; nobody else asks. */
export function useServerSettings() {
  const session = useSession()
  const isOwner = useOwnsServer()
  const { settings } = useConsoleApp()
  return useQuery({
    queryKey: ['server', 'settings'],
    queryFn: async () => await callApi(api.getServerSettings, {}, asAccount(await session.idToken())),
    enabled: isOwner && settings.mode === 'start',
  })
}

/** Whether mails reach somebody now, as far as this page can know: whoever set them up here need not load it again. */
export function useIsMailEnabled(): boolean {
  const { settings } = useConsoleApp()
  const { data } = useServerSettings()
  return data === undefined ? settings.mailEnabled : data.mailServer.from !== 'unset'
}

/** Asks for what depends on the settings anew. */
export function useServerSettingsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => await client.invalidateQueries({ queryKey: ['server'] })
}

/** What changes the settings of the server, in the name of its owner. All of it needs a recent sign-in. */
export class ServerSettingsCalls {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async testAddress(url: string): Promise<api.AddressTest> {
    return await callApi(api.testPublicAddress, { body: { url } }, await this.#caller())
  }

  async setAddress(url: string): Promise<void> {
    await callApi(api.setPublicAddress, { body: { url } }, await this.#caller())
  }

  async unsetAddress(): Promise<void> {
    await callApi(api.unsetPublicAddress, {}, await this.#caller())
  }

  /** Answers how long it took, in milliseconds. Throws `unavailable`/`MAIL_NOT_SENT`, whose message says why. */
  async testMailServer(to: string, language: 'en' | 'de', mailServer: WantedMailServer): Promise<number> {
    return (await callApi(api.testMailServer, { body: { to, language, mailServer } }, await this.#caller())).ms
  }

  async setMailServer(mailServer: WantedMailServer): Promise<void> {
    await callApi(api.setMailServer, { body: mailServer }, await this.#caller())
  }

  async unsetMailServer(): Promise<void> {
    await callApi(api.unsetMailServer, {}, await this.#caller())
  }

  async #caller() {
    return asAccount(await this.#session.idToken())
  }
}
