import type { Migration } from '../platform/sql/migrate.ts'

/** The focal point of a picture for crops, in percent from the left and the top. */
export const focalPoints: Migration = {
  id: 38,
  name: 'focal-points',
  up: ({ integer }) => [
    `alter table media add column focus_x ${integer} not null default 50 constraint media_focus_x_check check (focus_x between 0 and 100)`,
    `alter table media add column focus_y ${integer} not null default 50 constraint media_focus_y_check check (focus_y between 0 and 100)`,
  ],
}
