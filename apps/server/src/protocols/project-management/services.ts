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
export function serviceJson(projectNumber: string, name: string, isServed: boolean): object {
  return {
    name: `projects/${projectNumber}/services/${name}`,
    config: { name },
    state: isServed ? 'ENABLED' : 'DISABLED',
    parent: `projects/${projectNumber}`,
  }
}

export function servicesJson(projectNumber: string): object[] {
  return servedServices.map((name) => serviceJson(projectNumber, name, true))
}

/** `ownHosts`: names of this server, which tools ask for where they were told that the service is there. */
export function isServedService(name: string, ownHosts: readonly string[]): boolean {
  return servedServices.includes(name) || ownHosts.includes(name)
}
