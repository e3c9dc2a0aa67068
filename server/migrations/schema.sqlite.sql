CREATE TABLE account_links (
  token_hash text primary key,
  user_id integer not null,
  purpose text not null,
  email text not null default '',
  expires_at integer not null,
  created_at integer not null,
  constraint account_links_purpose_check check (purpose in ('password', 'invitation', 'email', 'registration')),
  constraint account_links_user_id_fk foreign key (user_id) references users (id) on delete cascade
);
CREATE INDEX account_links_expires_at on account_links (expires_at);
CREATE INDEX account_links_user_id on account_links (user_id);
CREATE TABLE api_token_uses (
  token_id integer primary key,
  last_used_at integer not null,
  constraint api_token_uses_token_id_fk foreign key (token_id) references api_tokens (id) on delete cascade
);
CREATE TABLE api_tokens (
  id integer primary key autoincrement,
  user_id integer not null,
  name text not null,
  token_hash text not null,
  hint text not null,
  scope text not null,
  sites text not null default '[]',
  rate_limit integer,
  expires_at integer,
  revoked_at integer,
  created_at integer not null,
  constraint api_tokens_token_hash_unique unique (token_hash),
  constraint api_tokens_scope_check check (scope in ('content', 'read', 'draft', 'write')),
  constraint api_tokens_user_id_fk foreign key (user_id) references users (id) on delete cascade
);
CREATE INDEX api_tokens_user_id on api_tokens (user_id);
CREATE TABLE article_audits (
  id integer primary key autoincrement,
  article_id integer not null,
  site_id integer not null,
  auditor_id integer not null,
  status integer not null,
  reason text not null,
  created_at integer not null,
  constraint article_audits_article_id_fk foreign key (article_id) references articles (id) on delete cascade
);
CREATE INDEX article_audits_article_id on article_audits (article_id);
CREATE TABLE article_categories (
  article_id integer not null,
  category_id integer not null,
  is_main integer not null,
  listed integer not null,
  is_top integer not null,
  sorted_at integer not null,
  primary key (article_id, category_id),
  constraint article_categories_article_id_fk foreign key (article_id) references articles (id) on delete cascade,
  constraint article_categories_category_id_fk foreign key (category_id) references categories (id)
);
CREATE INDEX article_categories_list on article_categories (category_id, listed, is_top, sorted_at, article_id);
CREATE INDEX article_categories_newest on article_categories (category_id, listed, sorted_at, article_id);
CREATE TABLE article_copies (
  article_id integer primary key,
  site_id integer not null,
  version integer not null,
  article_version integer not null,
  publish_at integer,
  scheduled_at integer,
  saved_by integer not null,
  created_at integer not null,
  updated_at integer not null,
  links text not null,
  fields text not null,
  constraint article_copies_article_id_fk foreign key (article_id) references articles (id) on delete cascade
);
CREATE INDEX article_copies_site_id on article_copies (site_id);
CREATE TABLE article_counters (
  article_id integer primary key,
  site_id integer not null,
  listed integer not null,
  view_count integer not null default 0,
  like_count integer not null default 0,
  favorite_count integer not null default 0,
  comment_count integer not null default 0,
  constraint article_counters_article_id_fk foreign key (article_id) references articles (id) on delete cascade
);
CREATE INDEX article_counters_comments on article_counters (site_id, comment_count, article_id, listed);
CREATE INDEX article_counters_likes on article_counters (site_id, like_count, article_id, listed);
CREATE INDEX article_counters_views on article_counters (site_id, view_count, article_id, listed);
CREATE TABLE article_daily_views (
  article_id integer not null,
  day integer not null,
  site_id integer not null,
  views integer not null,
  primary key (article_id, day),
  constraint article_daily_views_article_id_fk foreign key (article_id) references articles (id) on delete cascade
);
CREATE INDEX article_daily_views_of_site on article_daily_views (site_id, day, article_id, views);
CREATE TABLE article_favorites (
  article_id integer not null,
  user_id integer not null,
  created_at integer not null,
  primary key (article_id, user_id),
  constraint article_favorites_article_id_fk foreign key (article_id) references articles (id) on delete cascade,
  constraint article_favorites_user_id_fk foreign key (user_id) references users (id)
);
CREATE INDEX article_favorites_user_id on article_favorites (user_id, created_at, article_id);
CREATE TABLE article_likes (
  article_id integer not null,
  user_id integer not null,
  created_at integer not null,
  primary key (article_id, user_id),
  constraint article_likes_article_id_fk foreign key (article_id) references articles (id) on delete cascade,
  constraint article_likes_user_id_fk foreign key (user_id) references users (id)
);
CREATE TABLE article_old_aliases (
  site_id integer not null,
  alias_key text not null,
  article_id integer not null,
  primary key (site_id, alias_key),
  constraint article_old_aliases_article_id_fk foreign key (article_id) references articles (id) on delete cascade
);
CREATE INDEX article_old_aliases_article_id on article_old_aliases (article_id);
CREATE TABLE article_presence (
  article_id integer not null,
  user_id integer not null,
  site_id integer not null,
  since integer not null,
  seen_at integer not null,
  primary key (article_id, user_id),
  constraint article_presence_article_id_fk foreign key (article_id) references articles (id) on delete cascade,
  constraint article_presence_user_id_fk foreign key (user_id) references users (id) on delete cascade
);
CREATE INDEX article_presence_seen_at on article_presence (seen_at);
CREATE TABLE article_revisions (
  id integer primary key autoincrement,
  article_id integer not null,
  site_id integer not null,
  number integer not null,
  saved_by integer not null,
  saved_at integer not null,
  snapshot text not null, token_id integer,
  constraint article_revisions_article_id_number_unique unique (article_id, number),
  constraint article_revisions_article_id_fk foreign key (article_id) references articles (id) on delete cascade
);
CREATE VIRTUAL TABLE article_search using fts5 (
        words, content = '', contentless_delete = 1, tokenize = 'ascii'
      );
CREATE TABLE article_tags (
  article_id integer not null,
  tag_id integer not null,
  position integer not null,
  listed integer not null,
  is_top integer not null,
  sorted_at integer not null,
  primary key (article_id, tag_id),
  constraint article_tags_article_id_fk foreign key (article_id) references articles (id) on delete cascade,
  constraint article_tags_tag_id_fk foreign key (tag_id) references tags (id)
);
CREATE INDEX article_tags_list on article_tags (tag_id, listed, is_top, sorted_at, article_id);
CREATE INDEX article_tags_newest on article_tags (tag_id, listed, sorted_at, article_id);
CREATE TABLE article_totals (
  site_id integer not null,
  kind text not null,
  ref_id integer not null,
  listed integer not null,
  part integer not null default 0,
  total integer not null,
  constraint article_totals_key primary key (site_id, kind, ref_id, listed, part)
);
CREATE TABLE articles (
  id integer primary key autoincrement,
  site_id integer not null,
  author_id integer not null,
  category_id integer not null,
  title text not null,
  summary text not null,
  summary_given integer not null default 0,
  cover text not null default '',
  seo_title text not null default '',
  seo_keywords text not null default '',
  seo_description text not null default '',
  is_top integer not null default 0,
  is_hot integer not null default 0,
  is_recommend integer not null default 0,
  allow_comment integer not null default 1,
  status integer not null default 0,
  publish_at integer,
  scheduled_at integer,
  template text not null default '',
  version integer not null default 1,
  created_at integer not null,
  updated_at integer not null,
  written_at integer not null,
  written_by integer not null,
  deleted_at integer,
  deleted_by integer,
  content text not null, written_token_id integer, alias text not null default '', alias_key text not null default '', alias_public integer not null default 0, sorted_at integer not null default 0, working_copy integer not null default 0
  constraint articles_working_copy_check check (working_copy in (0, 1)), review_status text not null default 'none'
  constraint articles_review_status_check check (review_status in ('none', 'pending', 'rejected')), autosaved integer not null default 0
  constraint articles_autosaved_check check (autosaved in (0, 1)),
  constraint articles_status_check check (status in (0, 1, 2, 3)),
  constraint articles_is_top_check check (is_top in (0, 1)),
  constraint articles_is_hot_check check (is_hot in (0, 1)),
  constraint articles_is_recommend_check check (is_recommend in (0, 1)),
  constraint articles_allow_comment_check check (allow_comment in (0, 1)),
  constraint articles_site_id_fk foreign key (site_id) references sites (id),
  constraint articles_author_id_fk foreign key (author_id) references users (id),
  constraint articles_category_id_fk foreign key (category_id) references categories (id)
);
CREATE INDEX articles_author_id on articles (author_id, site_id, sorted_at, id) where deleted_at is null;
CREATE INDEX articles_by_publication on articles (site_id, coalesce(publish_at, -99999999999999), id, status, author_id) where deleted_at is null;
CREATE INDEX articles_by_status on articles (site_id, status, is_top, sorted_at, id) where deleted_at is null;
CREATE INDEX articles_by_time on articles (site_id, created_at, id, status, author_id, is_top, is_hot) where deleted_at is null;
CREATE INDEX articles_by_update on articles (site_id, updated_at, id, status, author_id) where deleted_at is null;
CREATE INDEX articles_category_id on articles (category_id);
CREATE INDEX articles_deleted_at on articles (site_id, deleted_at) where deleted_at is not null;
CREATE INDEX articles_hot on articles (site_id, is_top, sorted_at, id, status, author_id)
    where is_hot = 1 and deleted_at is null;
CREATE INDEX articles_in_review on articles (site_id, review_status, id)
  where review_status <> 'none' and deleted_at is null;
CREATE INDEX articles_newest on articles (site_id, sorted_at, id, status, author_id, is_hot) where deleted_at is null;
CREATE INDEX articles_recommend on articles (site_id, is_top, sorted_at, id, status, author_id)
    where is_recommend = 1 and deleted_at is null;
CREATE INDEX articles_scheduled_at on articles (scheduled_at) where scheduled_at is not null;
CREATE UNIQUE INDEX articles_site_id_alias_key_unique on articles (site_id, alias_key);
CREATE INDEX articles_top_first on articles (site_id, is_top, sorted_at, id, status, author_id, is_hot) where deleted_at is null;
CREATE TABLE audit_log (
  id integer primary key autoincrement,
  site_id integer not null,
  user_id integer not null,
  username text not null,
  action text not null,
  target_type text not null,
  target_id integer not null,
  before text,
  after text,
  address text not null,
  request_id text not null,
  created_at integer not null
, token_id integer);
CREATE INDEX audit_log_created_at on audit_log (created_at);
CREATE INDEX audit_log_target on audit_log (target_type, target_id);
CREATE INDEX audit_log_token_id on audit_log (token_id, id) where token_id is not null;
CREATE INDEX audit_log_user_id on audit_log (user_id);
CREATE TABLE captchas (
  id text primary key,
  site_id integer not null,
  type text not null,
  answer text not null,
  failures integer not null default 0,
  created_at integer not null,
  expires_at integer not null,
  constraint captchas_type_check check (type in ('image', 'slider', 'sms')),
  constraint captchas_site_id_fk foreign key (site_id) references sites (id) on delete cascade
);
CREATE INDEX captchas_expires_at on captchas (expires_at);
CREATE TABLE categories (
  id integer primary key autoincrement,
  site_id integer not null,
  parent_id integer,
  name text not null,
  alias text not null,
  description text not null default '',
  seo_title text not null default '',
  seo_keywords text not null default '',
  seo_description text not null default '',
  sort_order integer not null default 0,
  enabled integer not null default 1,
  icon text not null default '',
  cover text not null default '',
  template text not null default '',
  show_in_nav integer not null default 1,
  external_link text not null default '',
  created_at integer not null,
  updated_at integer not null,
  constraint categories_site_id_alias_unique unique (site_id, alias),
  constraint categories_enabled_check check (enabled in (0, 1)),
  constraint categories_show_in_nav_check check (show_in_nav in (0, 1)),
  constraint categories_parent_id_check check (parent_id <> id),
  constraint categories_site_id_fk foreign key (site_id) references sites (id),
  constraint categories_parent_id_fk foreign key (parent_id) references categories (id)
);
CREATE INDEX categories_parent_id on categories (parent_id);
CREATE TABLE change_log (
  id integer primary key autoincrement,
  txid integer not null,
  created_at integer not null,
  changes text not null
);
CREATE TABLE changes (
  id integer primary key autoincrement,
  transaction_id integer not null default 0,
  site_id integer not null,
  type text not null,
  subject_id integer not null,
  alias text not null default '',
  owner_id integer not null default 0,
  seen_before integer not null,
  seen_after integer not null,
  created_at integer not null,
  constraint changes_seen_before_check check (seen_before in (0, 1, 2)),
  constraint changes_seen_after_check check (seen_after in (0, 1, 2))
);
CREATE INDEX changes_by_age on changes (created_at);
CREATE INDEX changes_in_order on changes (transaction_id, id);
CREATE INDEX changes_of_site on changes (site_id, transaction_id, id);
CREATE TABLE comment_likes (
  comment_id integer not null,
  liker text not null,
  created_at integer not null,
  primary key (comment_id, liker),
  constraint comment_likes_comment_id_fk foreign key (comment_id) references comments (id) on delete cascade
);
CREATE TABLE comment_reports (
  id integer primary key autoincrement,
  site_id integer not null,
  comment_id integer not null,
  reporter text not null,
  user_id integer,
  address text not null,
  reason text not null,
  handled_at integer,
  created_at integer not null,
  constraint comment_reports_comment_id_reporter_unique unique (comment_id, reporter),
  constraint comment_reports_comment_id_fk foreign key (comment_id) references comments (id) on delete cascade,
  constraint comment_reports_user_id_fk foreign key (user_id) references users (id)
);
CREATE INDEX comment_reports_list on comment_reports (site_id, id);
CREATE INDEX comment_reports_open on comment_reports (site_id, id) where handled_at is null;
CREATE TABLE comments (
  id integer primary key autoincrement,
  site_id integer not null,
  article_id integer,
  page_id integer,
  parent_id integer,
  root_id integer,
  answers_id integer,
  depth integer not null,
  user_id integer,
  nickname text not null,
  email text not null,
  address text not null,
  address_key text not null,
  language text not null,
  is_site integer not null default 0,
  content text not null,
  content_hash text not null,
  status integer not null,
  reason text not null default '',
  like_count integer not null default 0,
  report_count integer not null default 0,
  told_at integer,
  audited_by integer,
  audited_at integer,
  created_at integer not null,
  deleted_at integer,
  deleted_by integer,
  deleted_with integer,
  constraint comments_status_check check (status in (0, 1, 2, 3)),
  constraint comments_is_site_check check (is_site in (0, 1)),
  constraint comments_subject_check check ((article_id is null) <> (page_id is null)),
  constraint comments_site_id_fk foreign key (site_id) references sites (id),
  constraint comments_article_id_fk foreign key (article_id) references articles (id) on delete cascade,
  constraint comments_page_id_fk foreign key (page_id) references pages (id) on delete cascade,
  constraint comments_parent_id_fk foreign key (parent_id) references comments (id) on delete cascade,
  constraint comments_user_id_fk foreign key (user_id) references users (id)
);
CREATE INDEX comments_address_key on comments (address_key, site_id, created_at);
CREATE INDEX comments_article_id on comments (article_id, id);
CREATE INDEX comments_by_id on comments (site_id, id) where deleted_at is null;
CREATE INDEX comments_by_time on comments (site_id, created_at, status) where deleted_at is null;
CREATE INDEX comments_deleted_at on comments (site_id, deleted_at) where deleted_with = id;
CREATE INDEX comments_deleted_with on comments (deleted_with) where deleted_with is not null;
CREATE INDEX comments_hot on comments (article_id, like_count, id) where parent_id is null and status = 1 and deleted_at is null;
CREATE INDEX comments_page_hot on comments (page_id, like_count, id)
  where page_id is not null and parent_id is null and status = 1 and deleted_at is null;
CREATE INDEX comments_page_id on comments (page_id, id) where page_id is not null;
CREATE INDEX comments_page_top_level on comments (page_id, id)
  where page_id is not null and parent_id is null and status = 1 and deleted_at is null;
CREATE INDEX comments_parent_id on comments (parent_id) where parent_id is not null;
CREATE INDEX comments_queue on comments (site_id, status, id) where deleted_at is null;
CREATE INDEX comments_root_id on comments (root_id, id) where root_id is not null;
CREATE INDEX comments_top_level on comments (article_id, id) where parent_id is null and status = 1 and deleted_at is null;
CREATE INDEX comments_user_id on comments (user_id, site_id, created_at) where user_id is not null;
CREATE TABLE content_sources (
  type text not null,
  ref_id integer not null,
  content_hash text not null,
  markdown text not null,
  constraint content_sources_pk primary key (type, ref_id),
  constraint content_sources_type_check check (type in ('article', 'page'))
);
CREATE TABLE events (
  id integer primary key autoincrement,
  site_id integer not null,
  kind text not null,
  subject_type text not null,
  subject_id integer not null,
  data text not null,
  created_at integer not null,
  dispatched_at integer
);
CREATE INDEX events_created_at on events (created_at);
CREATE INDEX events_waiting on events (id) where dispatched_at is null;
CREATE TABLE former_aliases (
  site_id integer not null,
  kind text not null,
  alias text not null,
  ref_id integer not null,
  primary key (site_id, kind, alias)
);
CREATE TABLE idempotency_keys (
  caller text not null,
  key text not null,
  status integer not null default 200,
  answer text,
  created_at integer not null, fingerprint text not null default '',
  primary key (caller, key)
);
CREATE INDEX idempotency_keys_created_at on idempotency_keys (created_at);
CREATE TABLE import_addresses (
  id integer primary key autoincrement,
  import_id integer not null references imports (id),
  site_id integer not null,
  address_hash text not null,
  address text not null,
  type text not null,
  ref_id integer not null,
  is_main integer not null,
  constraint import_addresses_site_id_address_hash_unique unique (site_id, address_hash)
);
CREATE INDEX import_addresses_of_import on import_addresses (import_id, id);
CREATE TABLE import_items (
  id integer primary key autoincrement,
  import_id integer not null references imports (id),
  site_id integer not null,
  origin text not null,
  type text not null,
  ref_id integer not null, place text not null default '', open_links integer not null default 0, file_marks text not null default '', written text not null default '', updated_in integer not null default 0,
  constraint import_items_site_id_origin_unique unique (site_id, origin)
);
CREATE INDEX import_items_counted on import_items (import_id, type);
CREATE INDEX import_items_of_import on import_items (import_id, id);
CREATE INDEX import_items_open_links on import_items (import_id, id) where open_links = 1;
CREATE INDEX import_items_updated on import_items (updated_in, id) where updated_in > 0;
CREATE TABLE import_losses (
  id integer primary key autoincrement,
  import_id integer not null references imports (id),
  loss_hash text not null,
  place text not null,
  what text not null,
  constraint import_losses_import_id_loss_hash_unique unique (import_id, loss_hash)
);
CREATE INDEX import_losses_of_import on import_losses (import_id, id);
CREATE TABLE imports (
  id integer primary key autoincrement,
  site_id integer not null references sites (id),
  kind text not null,
  status text not null,
  report text not null default '',
  created_at integer not null,
  updated_at integer not null
, source text not null default '', options text not null default '', failure text not null default '', user_id integer not null default 0, done integer not null default 0, total integer not null default 0);
CREATE INDEX imports_of_site on imports (site_id, id);
CREATE TABLE ip_blacklist (
  id integer primary key autoincrement,
  site_id integer not null,
  network text not null,
  reason text not null,
  expires_at integer,
  created_by integer not null,
  created_at integer not null,
  constraint ip_blacklist_site_id_network_unique unique (site_id, network),
  constraint ip_blacklist_site_id_fk foreign key (site_id) references sites (id) on delete cascade
);
CREATE TABLE jobs (
  id integer primary key autoincrement,
  kind text not null,
  payload text not null,
  unique_key text,
  state text not null default 'waiting',
  due_at integer not null,
  again_at integer,
  attempts integer not null default 0,
  lease integer not null default 0,
  leased_until integer not null default 0,
  node text not null default '',
  last_error text,
  created_at integer not null,
  ended_at integer,
  constraint jobs_unique_key_unique unique (unique_key),
  constraint jobs_state_check check (state in ('waiting', 'running', 'done', 'failed'))
);
CREATE INDEX jobs_ended on jobs (state, ended_at) where ended_at is not null;
CREATE INDEX jobs_running on jobs (leased_until) where state = 'running';
CREATE INDEX jobs_waiting on jobs (kind, due_at, id) where state = 'waiting';
CREATE TABLE known_devices (
  user_id integer not null,
  device_key text not null,
  last_seen_at integer not null,
  primary key (user_id, device_key),
  constraint known_devices_user_id_fk foreign key (user_id) references users (id) on delete cascade
);
CREATE INDEX known_devices_last_seen_at on known_devices (last_seen_at);
CREATE TABLE mail_refusals (
  site_id integer not null,
  email_key text not null,
  created_at integer not null,
  primary key (site_id, email_key),
  constraint mail_refusals_site_id_fk foreign key (site_id) references sites (id) on delete cascade
);
CREATE TABLE media (
  id integer primary key autoincrement,
  site_id integer not null,
  object_id integer not null,
  uploader_id integer not null,
  name text not null,
  type text not null,
  filename text not null,
  alt text not null default '',
  title text not null default '',
  version integer not null default 1,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  deleted_by integer, focus_x integer not null default 50 constraint media_focus_x_check check (focus_x between 0 and 100), focus_y integer not null default 50 constraint media_focus_y_check check (focus_y between 0 and 100),
  constraint media_name_unique unique (name),
  constraint media_type_check check (type in ('image', 'video', 'audio', 'document', 'archive')),
  constraint media_site_id_fk foreign key (site_id) references sites (id),
  constraint media_object_id_fk foreign key (object_id) references media_objects (id),
  constraint media_uploader_id_fk foreign key (uploader_id) references users (id)
);
CREATE INDEX media_by_type on media (site_id, type, id) where deleted_at is null;
CREATE INDEX media_deleted_at on media (site_id, deleted_at) where deleted_at is not null;
CREATE INDEX media_list on media (site_id, id) where deleted_at is null;
CREATE INDEX media_object_id on media (object_id);
CREATE INDEX media_uploader_id on media (uploader_id, site_id, id);
CREATE TABLE media_objects (
  id integer primary key autoincrement,
  hash text not null,
  extension text not null,
  storage_key text not null,
  mime_type text not null,
  size integer not null,
  width integer,
  height integer,
  blur_placeholder text not null default '',
  created_at integer not null,
  constraint media_objects_hash_extension_unique unique (hash, extension),
  constraint media_objects_storage_key_unique unique (storage_key)
);
CREATE TABLE media_uses (
  type text not null,
  ref_id integer not null,
  used_as text not null,
  media_id integer not null,
  constraint media_uses_pk primary key (type, ref_id, used_as, media_id),
  constraint media_uses_type_check check (type in ('article', 'page')),
  constraint media_uses_media_id_fk foreign key (media_id) references media (id) on delete cascade
);
CREATE INDEX media_uses_media_id on media_uses (media_id, type, ref_id);
CREATE TABLE messages (
  id integer primary key autoincrement,
  site_id integer not null,
  user_id integer not null,
  kind text not null,
  details text not null,
  read_at integer,
  created_at integer not null,
  constraint messages_user_id_fk foreign key (user_id) references users (id)
);
CREATE INDEX messages_unread on messages (user_id) where read_at is null;
CREATE INDEX messages_user_id on messages (user_id, id);
CREATE TABLE page_drafts (
  page_id integer primary key,
  site_id integer not null,
  version integer not null,
  saved_by integer not null,
  saved_at integer not null,
  fields text not null,
  constraint page_drafts_page_id_fk foreign key (page_id) references pages (id) on delete cascade
);
CREATE TABLE page_revisions (
  id integer primary key autoincrement,
  page_id integer not null,
  site_id integer not null,
  number integer not null,
  saved_by integer not null,
  saved_at integer not null,
  snapshot text not null,
  constraint page_revisions_page_id_number_unique unique (page_id, number),
  constraint page_revisions_page_id_fk foreign key (page_id) references pages (id) on delete cascade
);
CREATE TABLE pages (
  id integer primary key autoincrement,
  site_id integer not null,
  title text not null,
  alias text not null,
  seo_title text not null default '',
  seo_keywords text not null default '',
  seo_description text not null default '',
  sort_order integer not null default 0,
  enabled integer not null default 1,
  show_in_nav integer not null default 1,
  template text not null default '',
  css_class text not null default '',
  page_type text not null default '',
  allow_comment integer not null default 0,
  view_count integer not null default 0,
  version integer not null default 1,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  deleted_by integer,
  content text not null, written_by integer not null default 0, comment_count integer not null default 0,
  constraint pages_enabled_check check (enabled in (0, 1)),
  constraint pages_show_in_nav_check check (show_in_nav in (0, 1)),
  constraint pages_allow_comment_check check (allow_comment in (0, 1)),
  constraint pages_site_id_fk foreign key (site_id) references sites (id)
);
CREATE INDEX pages_deleted_at on pages (site_id, deleted_at) where deleted_at is not null;
CREATE UNIQUE INDEX pages_site_id_alias_unique on pages (site_id, alias) where deleted_at is null;
CREATE TABLE passkeys (
  id integer primary key autoincrement,
  user_id integer not null,
  name text not null,
  credential_id text not null,
  public_key text not null,
  counter integer not null,
  transports text not null default '[]',
  created_at integer not null,
  last_used_at integer,
  constraint passkeys_credential_id_unique unique (credential_id),
  constraint passkeys_user_id_fk foreign key (user_id) references users (id) on delete cascade
);
CREATE INDEX passkeys_user_id on passkeys (user_id);
CREATE TABLE recovery_codes (
  user_id integer not null,
  code_hash text not null,
  primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fk foreign key (user_id) references users (id) on delete cascade
);
CREATE TABLE saved_views (
  id integer primary key autoincrement,
  site_id integer not null,
  user_id integer not null,
  name text not null,
  query text not null,
  created_at integer not null,
  constraint saved_views_site_id_user_id_name_unique unique (site_id, user_id, name),
  constraint saved_views_site_id_fk foreign key (site_id) references sites (id) on delete cascade,
  constraint saved_views_user_id_fk foreign key (user_id) references users (id) on delete cascade
);
CREATE INDEX saved_views_user_id on saved_views (user_id);
CREATE TABLE schedules (
  name text primary key,
  rule text not null,
  next_at integer not null,
  last_at integer
);
CREATE TABLE schema_migrations (
id integer primary key, name text not null, applied_at bigint not null);
CREATE TABLE second_factors (
  user_id integer primary key,
  secret text not null,
  created_at integer not null,
  constraint second_factors_user_id_fk foreign key (user_id) references users (id) on delete cascade
);
CREATE TABLE sensitive_word_lists (
  site_id integer primary key,
  version integer not null,
  constraint sensitive_word_lists_site_id_fk foreign key (site_id) references sites (id) on delete cascade
);
CREATE TABLE sensitive_words (
  id integer primary key autoincrement,
  site_id integer not null,
  word text not null,
  word_key text not null,
  action text not null,
  replacement text not null default '',
  hits integer not null default 0,
  created_at integer not null,
  constraint sensitive_words_site_id_word_key_unique unique (site_id, word_key),
  constraint sensitive_words_action_check check (action in ('default', 'replace', 'reject')),
  constraint sensitive_words_site_id_fk foreign key (site_id) references sites (id) on delete cascade
);
CREATE INDEX sensitive_words_list on sensitive_words (site_id, id);
CREATE TABLE service_state (
  key text primary key,
  value text not null
);
CREATE TABLE session_uses (
  session_id integer primary key,
  last_seen_at integer not null,
  constraint session_uses_session_id_fk foreign key (session_id) references sessions (id) on delete cascade
);
CREATE TABLE sessions (
  id integer primary key autoincrement,
  user_id integer not null,
  generation integer not null default 1,
  rotated_at integer not null,
  expires_at integer not null,
  address text not null,
  created_at integer not null, device text not null default '', factors integer not null default 1, confirmed_at integer,
  constraint sessions_user_id_fk foreign key (user_id) references users (id) on delete cascade
);
CREATE INDEX sessions_expires_at on sessions (expires_at);
CREATE INDEX sessions_user_id on sessions (user_id);
CREATE TABLE sign_in_challenges (
  key_hash text primary key,
  expires_at integer not null
);
CREATE INDEX sign_in_challenges_expires_at on sign_in_challenges (expires_at);
CREATE TABLE site_domains (
  domain text primary key,
  site_id integer not null,
  constraint site_domains_site_id_fk foreign key (site_id) references sites (id) on delete cascade
);
CREATE INDEX site_domains_site_id on site_domains (site_id);
CREATE TABLE sites (
  id integer primary key autoincrement,
  name text not null,
  alias text not null,
  enabled integer not null default 1,
  default_category_id integer not null default 0,
  settings text not null default '{}',
  created_at integer not null,
  updated_at integer not null,
  constraint sites_alias_unique unique (alias),
  constraint sites_enabled_check check (enabled in (0, 1))
);
CREATE TABLE tags (
  id integer primary key autoincrement,
  site_id integer not null,
  name text not null,
  alias text not null,
  color text not null default '',
  description text not null default '',
  seo_title text not null default '',
  seo_keywords text not null default '',
  seo_description text not null default '',
  sort_order integer not null default 0,
  enabled integer not null default 1,
  created_at integer not null,
  updated_at integer not null,
  constraint tags_site_id_alias_unique unique (site_id, alias),
  constraint tags_enabled_check check (enabled in (0, 1)),
  constraint tags_site_id_fk foreign key (site_id) references sites (id)
);
CREATE INDEX tags_list on tags (site_id, sort_order, id);
CREATE TABLE used_codes (
  user_id integer not null,
  step integer not null,
  primary key (user_id, step),
  constraint used_codes_user_id_fk foreign key (user_id) references users (id) on delete cascade
);
CREATE TABLE user_identities (
  issuer text not null,
  subject text not null,
  user_id integer not null,
  created_at integer not null,
  constraint user_identities_pk primary key (issuer, subject),
  constraint user_identities_user_id_fk foreign key (user_id) references users (id) on delete cascade
);
CREATE INDEX user_identities_user_id on user_identities (user_id);
CREATE TABLE user_sites (
  user_id integer not null,
  site_id integer not null,
  role text not null,
  constraint user_sites_pk primary key (user_id, site_id),
  constraint user_sites_role_check check (role in ('member', 'editor', 'auditor', 'admin')),
  constraint user_sites_user_id_fk foreign key (user_id) references users (id) on delete cascade,
  constraint user_sites_site_id_fk foreign key (site_id) references sites (id) on delete cascade
);
CREATE INDEX user_sites_site_id on user_sites (site_id, role);
CREATE TABLE users (
  id integer primary key autoincrement,
  username text not null,
  username_key text,
  email text not null,
  email_key text,
  nickname text not null default '',
  avatar text not null default '',
  password_hash text not null,
  role text not null,
  status integer not null default 1,
  is_vip integer not null default 0,
  vip_until integer,
  language text not null default 'en',
  last_login_at integer,
  deleted_at integer,
  created_at integer not null,
  updated_at integer not null, invited integer not null default 0, unconfirmed integer not null default 0, mail_comments integer not null default 1, second_factor_at integer, bio text not null default '', last_seen_at integer,
  constraint users_username_key_unique unique (username_key),
  constraint users_email_key_unique unique (email_key),
  constraint users_role_check check (role in ('member', 'editor', 'auditor', 'admin')),
  constraint users_status_check check (status in (0, 1)),
  constraint users_is_vip_check check (is_vip in (0, 1))
);
CREATE INDEX users_role on users (role, status);
CREATE TABLE webhook_attempts (
  id integer primary key autoincrement,
  delivery_id integer not null,
  attempted_at integer not null,
  duration_ms integer not null,
  status integer,
  error text not null default '',
  answer text not null default '',
  constraint webhook_attempts_delivery_id_fk foreign key (delivery_id) references webhook_deliveries (id) on delete cascade
);
CREATE INDEX webhook_attempts_delivery_id on webhook_attempts (delivery_id);
CREATE TABLE webhook_deliveries (
  id integer primary key autoincrement,
  site_id integer not null,
  webhook_id integer not null,
  delivery_key text not null,
  kind text not null,
  subject text not null,
  body text not null,
  state text not null default 'waiting',
  attempts integer not null default 0,
  next_at integer not null,
  created_at integer not null,
  ended_at integer,
  constraint webhook_deliveries_state_check check (state in ('waiting', 'done', 'failed')),
  constraint webhook_deliveries_webhook_id_fk foreign key (webhook_id) references webhooks (id) on delete cascade
);
CREATE INDEX webhook_deliveries_due on webhook_deliveries (webhook_id, next_at, id) where state = 'waiting';
CREATE INDEX webhook_deliveries_ended_at on webhook_deliveries (ended_at) where ended_at is not null;
CREATE INDEX webhook_deliveries_list on webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_waiting on webhook_deliveries (webhook_id, subject, id) where state = 'waiting';
CREATE TABLE webhooks (
  id integer primary key autoincrement,
  site_id integer not null,
  url text not null,
  secret text not null,
  previous_secret text,
  previous_until integer,
  events text not null,
  enabled integer not null default 1,
  failing_since integer,
  disabled_reason text not null default '',
  created_at integer not null,
  updated_at integer not null,
  constraint webhooks_enabled_check check (enabled in (0, 1)),
  constraint webhooks_site_id_fk foreign key (site_id) references sites (id) on delete cascade
);
CREATE INDEX webhooks_site_id on webhooks (site_id);
