import { describe, expect, it } from 'vitest'
import { isProjectId, projectIdInApiKey, projectIdInBucket } from './project-id.ts'

describe('project ids', () => {
  it.each(['demo-app', 'console', 'a12345', `a${'b'.repeat(29)}`])('accepts %s', (id) => {
    expect(isProjectId(id)).toBe(true)
  })

  it.each([
    '',
    'demo',
    'abcde',
    '1demo-app',
    'demo-app-',
    'Demo-App',
    'demo_app',
    'demo.app',
    `a${'b'.repeat(30)}`,
    '../../etc',
    'demo-app\n',
  ])('refuses %j', (id) => {
    expect(isProjectId(id)).toBe(false)
  })

  it.each([
    ['hk_demo-app_abc', 'demo-app'],
    ['hk_demo-app_a_b-c', 'demo-app'],
    ['hk_demo-app', undefined],
    ['hk_-demo-app_x', undefined],
    ['AIzaSomething', undefined],
  ])('finds the project of the key %s', (key, project) => {
    expect(projectIdInApiKey(key)).toBe(project)
  })

  it.each([
    ['demo-app', 'demo-app'],
    ['demo-app.appspot.com', 'demo-app'],
    ['demo-app.firebasestorage.app', 'demo-app'],
    ['demo-app.example.com', undefined],
    ['.appspot.com', undefined],
    ['demo-app.appspot.com.appspot.com', undefined],
  ])('finds the project of the bucket %s', (bucket, project) => {
    expect(projectIdInBucket(bucket)).toBe(project)
  })
})
