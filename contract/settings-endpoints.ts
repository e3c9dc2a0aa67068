import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { SettingsShown } from './settings.ts'

const tag = 'Settings'

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'settings.manage',
  tag,
  summary: "Read the site's settings",
  answer: SettingsShown,
})

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/api/settings',
  access: 'settings.manage',
  tag,
  summary: "Change the site's settings",
  description: 'Takes any of them. An unknown key or a wrong value is 422 on that key, and nothing changes.',
  // Checked key by key, so that unknown ones can be refused instead of ignored.
  body: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
  answer: SettingsShown,
  guarded: true,
})
