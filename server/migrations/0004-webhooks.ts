import type { Migration } from '../platform/sql/migrate.ts'

export const webhooks: Migration = {
  id: 4,
  name: 'webhooks',
  up: ({ id, integer }) => [
    `create table webhooks (
      id ${id},
      site_id ${integer} not null,
      url text not null,
      secret text not null,
      previous_secret text,
      previous_until ${integer},
      events text not null,
      enabled ${integer} not null default 1,
      failing_since ${integer},
      disabled_reason text not null default '',
      created_at ${integer} not null,
      updated_at ${integer} not null,
      constraint webhooks_enabled_check check (enabled in (0, 1)),
      constraint webhooks_site_id_fk foreign key (site_id) references sites (id) on delete cascade
    )`,
    `create index webhooks_site_id on webhooks (site_id)`,
    `create table webhook_deliveries (
      id ${id},
      site_id ${integer} not null,
      webhook_id ${integer} not null,
      delivery_key text not null,
      kind text not null,
      subject text not null,
      body text not null,
      state text not null default 'waiting',
      attempts ${integer} not null default 0,
      next_at ${integer} not null,
      created_at ${integer} not null,
      ended_at ${integer},
      constraint webhook_deliveries_state_check check (state in ('waiting', 'done', 'failed')),
      constraint webhook_deliveries_webhook_id_fk foreign key (webhook_id) references webhooks (id) on delete cascade
    )`,
    `create index webhook_deliveries_list on webhook_deliveries (webhook_id, id)`,
    `create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, subject, id) where state = 'waiting'`,
    `create index webhook_deliveries_ended_at on webhook_deliveries (ended_at) where ended_at is not null`,
    `create table webhook_attempts (
      id ${id},
      delivery_id ${integer} not null,
      attempted_at ${integer} not null,
      duration_ms ${integer} not null,
      status ${integer},
      error text not null default '',
      answer text not null default '',
      constraint webhook_attempts_delivery_id_fk foreign key (delivery_id) references webhook_deliveries (id) on delete cascade
    )`,
    `create index webhook_attempts_delivery_id on webhook_attempts (delivery_id)`,
  ],
}
