import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listProjectApps } from '../../../backend/api/projects.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { whileWatched } from '../../../browser/while-watched.ts'
import { useProject } from '../../../session/project-context.tsx'
import { findUsers } from '../../../shared/people/find-users.ts'
import { usePages } from '../../../ui/use-pages.ts'
import { listApiKeys, listApiSecrets, listServiceKeys } from './keys.ts'
import { listApps } from './apps.ts'
import {
  changeIdentityConfig,
  getIdentityConfig,
  changePasskeyConfig,
  getPasskeyConfig,
  type PasskeyConfig,
} from './identity-config.ts'
import { type DatabaseIndexes, listIndexes } from './indexes.ts'
import { type AuditWish, listAudit } from '../../../shared/audit/list-audit.ts'
import { listProviders } from './providers.ts'
import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

/** While something is being built the list is asked for again this often. */
const whileBuildingMs = 2_000

export function useAnalyticsSettings() {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'settings', 'analytics'],
    queryFn: async () => await getAnalyticsSettings(project),
  })
}

/** The secrets with which servers report events, and the apps that they belong to. */
export function useApiSecrets() {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'settings', 'api-secrets'],
    queryFn: async () => {
      const [secrets, apps] = await Promise.all([listApiSecrets(project), listProjectApps(project)])
      return { secrets, apps }
    },
  })
}

/** The apps of the project with their configurations. */
export function useApps() {
  const project = useProject()
  return useQuery({ queryKey: [project.id, 'apps', 'configurations'], queryFn: async () => await listApps(project) })
}

export function useApiKeys() {
  const project = useProject()
  return useQuery({ queryKey: [project.id, 'settings', 'api-keys'], queryFn: async () => await listApiKeys(project) })
}

export function useServiceKeys() {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'settings', 'service-keys'],
    queryFn: async () => await listServiceKeys(project),
  })
}

/** What was done to the project, the newest first. */
export function useAuditEntries(wish: AuditWish) {
  const project = useProject()
  return usePages([project.id, 'settings', 'audit', wish], (pageToken) => listAudit(project, wish, pageToken))
}

/** How the documents of the database that the address names are indexed. */
export function useIndexes() {
  const database = useDatabase()
  return useQuery({
    queryKey: [database.project.id, 'settings', 'indexes', database.id],
    queryFn: async () => await listIndexes(database),
    ...whileWatched(whileBuildingMs),
    refetchInterval: ({ state }) => isUnderWay(state.data) && whileBuildingMs,
    refetchOnWindowFocus: ({ state }) => isUnderWay(state.data),
  })
}

function isUnderWay(known: DatabaseIndexes | undefined): boolean {
  return known !== undefined && [...known.indexes, ...known.overrides].some(({ state }) => state === 'building')
}

export function useMailSettings() {
  const project = useProject()
  return useQuery({ queryKey: [project.id, 'settings', 'mails'], queryFn: async () => await getMailSettings(project) })
}

/**
 * How a draft of a mail looks.
 *
 * @param draft `MailTexts` as JSON
 */
export function useMailPreview(template: MailTemplate, draft: string) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'settings', 'mail-preview', template.kind, template.language, draft],
    queryFn: async () => await previewMail(project, template, JSON.parse(draft) as MailTexts),
    gcTime: 0,
  })
}

export function useWebhooks() {
  const project = useProject()
  return useQuery({ queryKey: [project.id, 'settings', 'webhooks'], queryFn: async () => await getWebhooks(project) })
}

export function useProviders() {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'settings', 'providers'],
    queryFn: async () => await listProviders(project),
  })
}

export function useIdentityConfig() {
  const project = useProject()
  return useQuery({ queryKey: identityKey(project.id), queryFn: async () => await getIdentityConfig(project) })
}

export function useChangeIdentityConfig() {
  const project = useProject()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ updateMask, change }: { readonly updateMask: string; readonly change: object }) =>
      await changeIdentityConfig(project, updateMask, change),
    onSuccess: (config) => client.setQueryData(identityKey(project.id), config),
  })
}

function identityKey(project: string) {
  return [project, 'settings', 'identity']
}

export function usePasskeyConfig() {
  const project = useProject()
  return useQuery({ queryKey: passkeyKey(project.id), queryFn: async () => await getPasskeyConfig(project) })
}

export function useChangePasskeyConfig() {
  const project = useProject()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: PasskeyConfig) => await changePasskeyConfig(project, change),
    onSuccess: (config) => client.setQueryData(passkeyKey(project.id), config),
  })
}

function passkeyKey(project: string) {
  return [project, 'settings', 'passkeys']
}

/** How many users have a way to sign in; nobody is counted where nothing tells them from others. */
export function useUserCount(provider: string | undefined) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'users', 'count', provider],
    queryFn: async () => (await findUsers(project, { ...(provider !== undefined && { provider }) })).count,
    enabled: provider !== undefined,
  })
}

type AnalyticsSettings = api.AnalyticsSettings

async function getAnalyticsSettings(project: ProjectSession): Promise<AnalyticsSettings> {
  return await callApi(api.getAnalyticsSettings, { project: project.id }, project)
}

export async function changeAnalyticsSettings(
  project: ProjectSession,
  body: Partial<AnalyticsSettings>,
): Promise<AnalyticsSettings> {
  return await callApi(api.updateAnalyticsSettings, { project: project.id, body }, project)
}

export { blockingEvents } from '@hearth/api'
export type BlockingEvent = api.BlockingEvent
export type WebhookKind = 'sms' | 'blocking'

/** Addresses that the server calls; their secrets are never given back. */
type Webhooks = api.Webhooks

async function getWebhooks(project: ProjectSession): Promise<Webhooks> {
  return await callApi(api.listWebhooks, { project: project.id }, project)
}

/** Answers the secret that calls are signed with. It is made anew each time and not shown again. */
export async function setWebhook(
  project: ProjectSession,
  kind: WebhookKind,
  { url, events }: { readonly url: string; readonly events?: readonly BlockingEvent[] },
): Promise<string | undefined> {
  const { secret } =
    kind === 'sms'
      ? await callApi(api.setSmsWebhook, { project: project.id, body: { url } }, project)
      : await callApi(api.setBlockingWebhook, { project: project.id, body: { url, events } }, project)
  return secret
}

export async function removeWebhook(project: ProjectSession, kind: WebhookKind): Promise<void> {
  const endpoint = kind === 'sms' ? api.removeSmsWebhook : api.removeBlockingWebhook
  await callApi(endpoint, { project: project.id }, project)
}

export { mailKinds } from '@hearth/api'
export type MailKind = api.MailKind
export type MailTemplate = api.MailTemplate
export type MailSettings = api.MailSettings
type MailPreview = api.MailPreview
export type MailTexts = Readonly<api.MailTexts>

async function getMailSettings(project: ProjectSession): Promise<MailSettings> {
  return await callApi(api.listMailTemplates, { project: project.id }, project)
}

export async function setMailLanguage(project: ProjectSession, defaultLanguage: string): Promise<void> {
  await callApi(api.setMailLanguage, { project: project.id, body: { defaultLanguage } }, project)
}

/** Throws `invalid-argument`/`INVALID_MAIL_TEMPLATE`, whose message says which text is wrong. */
export async function saveMailTemplate(
  project: ProjectSession,
  { kind, language }: MailTemplate,
  body: MailTexts,
): Promise<void> {
  await callApi(api.setMailTemplate, { project: project.id, kind, language, body }, project)
}

export async function resetMailTemplate(project: ProjectSession, { kind, language }: MailTemplate): Promise<void> {
  await callApi(api.resetMailTemplate, { project: project.id, kind, language }, project)
}

/** How a draft looks, with made-up people in it. */
async function previewMail(
  project: ProjectSession,
  { kind, language }: MailTemplate,
  template: MailTexts,
): Promise<MailPreview> {
  return await callApi(api.previewMail, { project: project.id, body: { kind, language, template } }, project)
}

/** Throws `unavailable`/`MAIL_NOT_SENT`, whose message says why. */
export async function sendTestMail(
  project: ProjectSession,
  { kind, language }: MailTemplate,
  to: string,
): Promise<void> {
  await callApi(api.sendTestMail, { project: project.id, body: { to, kind, language } }, project)
}
