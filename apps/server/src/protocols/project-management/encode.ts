import { defaultBucketOf } from '../../projects/project-id.ts'
import type { App, Project } from '../../projects/projects.ts'

const collections = { web: 'webApps', ios: 'iosApps', android: 'androidApps' } as const

/** `firebase.v1beta1.FirebaseProject` */
export function firebaseProjectJson({ id, name, number }: Project): object {
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
export function cloudProjectJson({ id, name, number, createdAt }: Project): object {
  return {
    projectNumber: number,
    projectId: id,
    lifecycleState: 'ACTIVE',
    name,
    createTime: new Date(createdAt).toISOString(),
  }
}

/** `WebApp`, `IosApp`, `AndroidApp`, and what they have in common, `FirebaseAppInfo`, of `firebase.v1beta1`. */
export function firebaseAppJson(app: App): object {
  const { appId, project, name, platform, bundleId } = app
  return {
    name: `projects/${project}/${collections[platform]}/${appId}`,
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
export function webAppConfigJson(app: App, { number }: Project, publicOrigin: string): object {
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
