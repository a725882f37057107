import { invalidArgument, StatusError } from '@hearth/model'
import { z } from 'zod'
import { assertRole } from '../../access/admin-access.ts'
import type { Authenticator, Caller } from '../../access/caller.ts'
import { authorityOf, hostNameOf } from '../../http/host-check.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Protocol, Route } from '../../http/route.ts'
import { writeVendorError } from '../../http/error-body.ts'
import { projectOfCredential } from '../../identity/tokens/token-authenticator.ts'
import { CONSOLE_PROJECT, defaultBucketOf } from '../../projects/project-id.ts'
import type { App, Project, Projects } from '../../projects/projects.ts'
import type { KeyScope } from '../../access/key-scopes.ts'
import { hasRole } from '../../access/project-team.ts'

interface ProjectManagementDeps {
  readonly projects: Projects
  readonly authenticator: Authenticator
}

type Params = Readonly<Record<string, string>>
type Answer = (project: Project, exchange: Exchange, params: Params, caller: Caller) => Promise<object> | object

const BODY_BYTES_MAX = 64 * 1024
const permissionsBody = z.object({ permissions: z.array(z.string().max(200)).max(100).default([]) })

/**
 * What the vendor's command lines ask before they do anything: which projects and apps there are, which services are on, and what the caller may. Of four
 * APIs of the vendor (firebase v1beta1, firebasestorage v1alpha, cloudresourcemanager v1, serviceusage v1), each also below the name of its host, because two of them
 * have the same addresses as others.
 */
export function createProjectManagementProtocol(deps: ProjectManagementDeps): Protocol {
  const { projects, authenticator } = deps

  async function enter(exchange: Exchange, project: string): Promise<Caller> {
    exchange.note({ project })
    const caller = await authenticator.authenticate(project, exchange.headers.authorization, exchange)
    assertRole(project, caller, 'viewer')
    return caller
  }

  /** About the project that the address names. */
  function about(method: string, path: string, answer: Answer): Route {
    return {
      method,
      path,
      guard: 'admin',
      async handle(exchange, params) {
        const { project = '' } = params
        const caller = await enter(exchange, project)
        exchange.replyJson(200, await answer(await projects.get(project), exchange, params, caller))
      },
    }
  }

  /** About all that the caller may see: a credential is of one project, but for `Bearer owner`, which is of all that are not the console. */
  function listing(path: string, answer: (visible: readonly Project[]) => object): Route {
    return {
      method: 'GET',
      path,
      guard: 'admin',
      async handle(exchange) {
        const named = projectOfCredential(exchange.headers.authorization)
        await enter(exchange, named ?? NOWHERE)
        const visible =
          named === undefined
            ? (await projects.list()).filter(({ id }) => id !== CONSOLE_PROJECT)
            : [await projects.get(named)]
        exchange.replyJson(200, answer(visible))
      },
    }
  }

  async function appsOf(project: string, platform?: App['platform']): Promise<object> {
    const apps = await projects.listApps(project)
    return { apps: apps.filter((app) => platform === undefined || app.platform === platform).map(firebaseAppJson) }
  }

  /** The address of an app names any project, or none by `-`: an app is of one. */
  const webAppConfig: Route = {
    method: 'GET',
    path: '/v1beta1/projects/:project/webApps/:app/config',
    guard: 'admin',
    async handle(exchange, { project = '', app: id = '' }) {
      const app = await projects.findAppById(id)
      const isThere = app?.platform === 'web' && (project === '-' || project === app.project)
      const asked = project === '-' ? projectOfCredential(exchange.headers.authorization) : project
      await enter(exchange, isThere ? app.project : (asked ?? NOWHERE))
      if (!isThere) throw new StatusError('not-found', 'APP_NOT_FOUND', 'There is no such web app.')
      exchange.replyJson(200, webAppConfigJson(app, await projects.get(app.project), exchange.publicOrigin))
    },
  }

  const firebase = [
    listing('/v1beta1/projects', (visible) => ({ results: visible.map(firebaseProjectJson) })),
    // Projects that could become some of Firebase: all are.
    listing('/v1beta1/availableProjects', () => ({})),
    about('GET', '/v1beta1/projects/:project', firebaseProjectJson),
    about('GET', '/v1beta1/projects/:project:searchApps', ({ id }) => appsOf(id)),
    about('GET', '/v1beta1/projects/:project/webApps', ({ id }) => appsOf(id, 'web')),
    about('GET', '/v1beta1/projects/:project/iosApps', ({ id }) => appsOf(id, 'ios')),
    about('GET', '/v1beta1/projects/:project/androidApps', ({ id }) => appsOf(id, 'android')),
    about('GET', '/v1beta1/projects/:project/adminSdkConfig', ({ id }) => ({
      projectId: id,
      storageBucket: defaultBucketOf(id),
    })),
    webAppConfig,
  ]
  const resourceManager = [
    about('GET', '/v1/projects/:project', cloudProjectJson),
    about('POST', '/v1/projects/:project:testIamPermissions', async (_project, exchange, _params, caller) => {
      const { permissions } = await readPermissions(exchange)
      const granted = caller.kind === 'admin' || caller.kind === 'operator' ? permissionsOf(caller, permissions) : []
      return granted.length === 0 ? {} : { permissions: granted }
    }),
  ]
  const serviceUsage = [
    about('GET', '/v1/projects/:project/services', ({ number }) => ({ services: servicesJson(number) })),
    about('GET', '/v1/projects/:project/services/:service', ({ number }, exchange, { service = '' }) =>
      serviceJson(number, service, isServedService(service, ownHosts(exchange))),
    ),
    // What is there is on, and what is off can't be switched on.
    about('POST', '/v1/projects/:project/services/:service:enable', ({ number }, exchange, { service = '' }) => {
      if (isServedService(service, ownHosts(exchange))) {
        return { done: true, response: { service: serviceJson(number, service, true) } }
      }
      throw new StatusError('unimplemented', 'NOT_SERVED', `Hearth does not have what ${service} is for.`)
    }),
  ]
  const storage = [
    about('GET', '/v1alpha/projects/:project/defaultBucket', ({ id }) => ({
      name: `projects/${id}/defaultBucket`,
      bucket: { name: `projects/${id}/buckets/${defaultBucketOf(id)}` },
    })),
  ]
  return {
    name: 'project-management',
    routes: [
      ...withHost('firebase', firebase),
      ...withHost('cloudresourcemanager', resourceManager),
      ...withHost('serviceusage', serviceUsage),
      ...withHost('firebasestorage', storage),
      // Without the host it is the address of a method for apps.
      listing('/cloudresourcemanager.googleapis.com/v1/projects', (visible) => ({
        projects: visible.map(cloudProjectJson),
      })),
    ],
    writeError: (exchange, error) => writeVendorError(exchange, error, { isListed: false }),
  }
}

/** No project has it as an id, so no credential of a project counts there. */
const NOWHERE = '-'

function withHost(service: string, routes: readonly Route[]): Route[] {
  return routes.flatMap((route) => [route, { ...route, path: `/${service}.googleapis.com${route.path}` }])
}

function ownHosts(exchange: Exchange): string[] {
  return [hostNameOf(authorityOf(exchange.request) ?? ''), new URL(exchange.publicOrigin).hostname]
}

async function readPermissions(exchange: Exchange): Promise<z.infer<typeof permissionsBody>> {
  const parsed = permissionsBody.safeParse(await exchange.readJson(BODY_BYTES_MAX))
  if (parsed.success) return parsed.data
  throw invalidArgument('INVALID_REQUEST', 'The permissions must be a list of at most 100 texts.')
}

/** The vendor's services that Hearth stands for, by the names that tools ask for before they use them. */
const servedServices: readonly string[] = [
  'analyticsdata.googleapis.com',
  'cloudresourcemanager.googleapis.com',
  'firebase.googleapis.com',
  'firebaseinstallations.googleapis.com',
  'firebaserules.googleapis.com',
  'firebasestorage.googleapis.com',
  'firestore.googleapis.com',
  'identitytoolkit.googleapis.com',
  'securetoken.googleapis.com',
  'serviceusage.googleapis.com',
  'storage-api.googleapis.com',
  'storage-component.googleapis.com',
  'storage.googleapis.com',
]

/** `serviceusage.v1.Service` of what is on in every project, or of what never is. */
function serviceJson(projectNumber: string, name: string, isServed: boolean): object {
  return {
    name: `projects/${projectNumber}/services/${name}`,
    config: { name },
    state: isServed ? 'ENABLED' : 'DISABLED',
    parent: `projects/${projectNumber}`,
  }
}

function servicesJson(projectNumber: string): object[] {
  return servedServices.map((name) => serviceJson(projectNumber, name, true))
}

/** `ownHosts`: names of this server, which tools ask for where they were told that the service is there. */
function isServedService(name: string, ownHosts: readonly string[]): boolean {
  return servedServices.includes(name) || ownHosts.includes(name)
}

const appCollections = { web: 'webApps', ios: 'iosApps', android: 'androidApps' } as const

/** `firebase.v1beta1.FirebaseProject` */
function firebaseProjectJson({ id, name, number }: Project): object {
  return {
    name: `projects/${id}`,
    projectId: id,
    projectNumber: number,
    displayName: name,
    resources: { storageBucket: defaultBucketOf(id) },
    state: 'ACTIVE',
  }
}

/** `cloudresourcemanager.v1.Project` */
function cloudProjectJson({ id, name, number, createdAt }: Project): object {
  return {
    projectNumber: number,
    projectId: id,
    lifecycleState: 'ACTIVE',
    name,
    createTime: new Date(createdAt).toISOString(),
  }
}

/** `WebApp`, `IosApp`, `AndroidApp`, and what they have in common, `FirebaseAppInfo`, of `firebase.v1beta1`. */
function firebaseAppJson(app: App): object {
  const { appId, project, name, platform, bundleId } = app
  return {
    name: `projects/${project}/${appCollections[platform]}/${appId}`,
    appId,
    displayName: name,
    projectId: project,
    platform: platform.toUpperCase(),
    namespace: bundleId ?? appId,
    ...(bundleId !== undefined && (platform === 'ios' ? { bundleId } : { packageName: bundleId })),
    state: 'ACTIVE',
  }
}

/** `firebase.v1beta1.WebAppConfig` */
function webAppConfigJson(app: App, { number }: Project, publicOrigin: string): object {
  return {
    projectId: app.project,
    appId: app.appId,
    storageBucket: defaultBucketOf(app.project),
    apiKey: app.apiKey,
    authDomain: new URL(publicOrigin).host,
    messagingSenderId: number,
    measurementId: app.measurementId,
    projectNumber: number,
    version: '2',
  }
}

type Standing = Extract<Caller, { kind: 'admin' | 'operator' }>

/** What the vendor's permissions are about, by how they begin, where Hearth has it. */
const served =
  /^(?:datastore\.(?:databases|entities|indexes|locations|namespaces|operations|statistics)|firebase\.(?:projects|clients)|firebaseauth\.(?:configs|users)|firebaserules\.(?:releases|rulesets)|firebasestorage\.(?:buckets|defaultBucket)|resourcemanager\.projects|serviceusage\.services|storage\.(?:buckets|objects))\.(\w+)$/
const reading = /^(?:get|getMetadata|list|query|test|use)$/

/** What a service key needs a scope for. */
const scoped: readonly (readonly [RegExp, KeyScope])[] = [
  [/^datastore\.databases\.(?:create|delete|update)$/, 'project'],
  [/^firebase\.(?:projects|clients)\.(?:create|delete|update)$/, 'project'],
  [/^firebaseauth\.configs\.(?:create|update)$/, 'sign-in'],
]
/** What nobody changes here by these methods: a project has one bucket without settings, and services are on. */
const fixed = /^(?:storage\.buckets|firebasestorage\.\w+|serviceusage\.services|resourcemanager\.projects)\./
/** What editors change; all else that changes something is for owners. */
const editing = /^(?:datastore\.entities|storage\.objects|firebaseauth\.users)\./

/** Of the vendor's `permissions` those that the caller has by role or scope, as far as Hearth has what they are about. */
function permissionsOf(caller: Standing, permissions: readonly string[]): string[] {
  return permissions.filter((permission) => isGranted(caller, permission))
}

function isGranted(caller: Standing, permission: string): boolean {
  const verb = served.exec(permission)?.[1]
  if (verb === undefined) return false
  if (reading.test(verb)) return true
  if (fixed.test(permission)) return false
  if (caller.kind === 'operator') return hasRole(caller.role, editing.test(permission) ? 'editor' : 'owner')
  const scope = scoped.find(([pattern]) => pattern.test(permission))?.[1]
  return caller.key === undefined || scope === undefined || (caller.scopes ?? []).includes(scope)
}
