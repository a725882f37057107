import { inLanguage } from '../speak.ts'

/** Roles of a project, by the name that the server gives them. */
const roles: Readonly<Record<string, string>> = { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' }

/** Texts of the list of projects. */
export const projectsTexts = inLanguage('projects', {
  title: 'Projects',
  fact: (count: number) => (count === 1 ? '1 project' : `${count} projects`),
  none: 'None yet',
  create: 'Create project',
  emptyTitle: 'No projects yet',
  emptyOwner: 'A project is one app’s backend: its own users, documents, files and keys.',
  emptyOther: 'You don’t belong to a project yet. Ask an owner to invite you.',
  failed: 'Couldn’t list your projects',
  roles,
  ofThisConsole: 'this console itself',
  users: 'Users',
  documents: 'Documents',
  stored: 'Stored',
  lastActivity: 'Last activity',
  noActivity: 'none yet',
  usageUnknown: 'not known now',
  createTitle: 'Create a project',
  name: 'Name',
  nameHelp: 'For people. It can be changed later, under Settings.',
  projectId: 'Project id',
  projectIdHelp: 'For code and addresses: 6 to 30 letters, digits and “-”. It stays as it is.',
  created: (name: string) => `Created ${name}`,
})
