import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { SettingsShown } from './settings.ts'

const tag = 'Settings'

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'settings.manage',
  tag,
  summary: 'Read the settings of the site',
  answer: SettingsShown,
})

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/api/settings',
  access: 'settings.manage',
  tag,
  summary: 'Update the settings of the site',
  description:
    'Send only the settings to change. `backup_time`, `backup_keep_days` and `backup_upload_weeks` are settings of the whole service: every site shows them, and only site 1 accepts other values. An unknown key or an invalid value returns 422 on that key, and nothing changes.',
  // Checked key by key, so that unknown keys are rejected instead of ignored.
  body: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
  answer: SettingsShown,
  guarded: true,
})
