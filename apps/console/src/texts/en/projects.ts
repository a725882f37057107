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
  search: 'Search by name or id',
  found: (count: number) => (count === 1 ? '1 project found' : `${count} projects found`),
  noMatch: 'No project matches',
  noMatchHelp: 'Nothing in the names and ids of the projects listed has this in it.',
  showMore: (left: string) => `Show more, ${left} left`,
  partial: (max: string) => `The first ${max} by their ids are listed. Others open by their whole id.`,
  openById: (id: string) => `Open ${id}`,
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
