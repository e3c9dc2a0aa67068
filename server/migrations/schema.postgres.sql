table account_links (
  token_hash text not null,
  user_id bigint not null,
  purpose text not null,
  email text not null default ''::text,
  expires_at bigint not null,
  created_at bigint not null,
  constraint account_links_pkey PRIMARY KEY (token_hash),
  constraint account_links_purpose_check CHECK ((purpose = ANY (ARRAY['password'::text, 'invitation'::text, 'email'::text, 'registration'::text]))),
  constraint account_links_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX account_links_expires_at ON account_links USING btree (expires_at);
CREATE INDEX account_links_user_id ON account_links USING btree (user_id);
table api_token_uses (
  token_id bigint not null,
  last_used_at bigint not null,
  constraint api_token_uses_pkey PRIMARY KEY (token_id),
  constraint api_token_uses_token_id_fk FOREIGN KEY (token_id) REFERENCES api_tokens(id) ON DELETE CASCADE
);
table api_tokens (
  id bigint not null identity,
  user_id bigint not null,
  name text not null,
  token_hash text not null,
  hint text not null,
  scope text not null,
  expires_at bigint,
  created_at bigint not null,
  sites text not null default '[]'::text,
  rate_limit bigint,
  revoked_at bigint,
  constraint api_tokens_pkey PRIMARY KEY (id),
  constraint api_tokens_scope_check CHECK ((scope = ANY (ARRAY['content'::text, 'read'::text, 'draft'::text, 'write'::text]))),
  constraint api_tokens_token_hash_unique UNIQUE (token_hash),
  constraint api_tokens_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX api_tokens_user_id ON api_tokens USING btree (user_id);
table article_audits (
  id bigint not null identity,
  article_id bigint not null,
  site_id bigint not null,
  auditor_id bigint not null,
  status bigint not null,
  reason text not null,
  created_at bigint not null,
  constraint article_audits_article_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_audits_pkey PRIMARY KEY (id)
);
CREATE INDEX article_audits_article_id ON article_audits USING btree (article_id);
table article_categories (
  article_id bigint not null,
  category_id bigint not null,
  is_main bigint not null,
  listed bigint not null,
  is_top bigint not null,
  sorted_at bigint not null,
  constraint article_categories_article_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_categories_category_id_fk FOREIGN KEY (category_id) REFERENCES categories(id),
  constraint article_categories_pkey PRIMARY KEY (article_id, category_id)
);
CREATE INDEX article_categories_list ON article_categories USING btree (category_id, listed, is_top, sorted_at, article_id);
CREATE INDEX article_categories_newest ON article_categories USING btree (category_id, listed, sorted_at, article_id);
table article_copies (
  article_id bigint not null,
  site_id bigint not null,
  version bigint not null,
  article_version bigint not null,
  publish_at bigint,
  scheduled_at bigint,
  saved_by bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  links text not null,
  fields text not null,
  constraint article_copies_article_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_copies_pkey PRIMARY KEY (article_id)
);
CREATE INDEX article_copies_site_id ON article_copies USING btree (site_id);
table article_counters (
  article_id bigint not null,
  site_id bigint not null,
  listed bigint not null,
  view_count bigint not null default 0,
  like_count bigint not null default 0,
  favorite_count bigint not null default 0,
  comment_count bigint not null default 0,
  constraint article_counters_article_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_counters_pkey PRIMARY KEY (article_id)
);
CREATE INDEX article_counters_comments ON article_counters USING btree (site_id, comment_count, article_id, listed);
CREATE INDEX article_counters_likes ON article_counters USING btree (site_id, like_count, article_id, listed);
CREATE INDEX article_counters_views ON article_counters USING btree (site_id, view_count, article_id, listed);
table article_daily_views (
  article_id bigint not null,
  day bigint not null,
  site_id bigint not null,
  views bigint not null,
  constraint article_daily_views_article_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_daily_views_pkey PRIMARY KEY (article_id, day)
);
CREATE INDEX article_daily_views_of_site ON article_daily_views USING btree (site_id, day, article_id, views);
table article_favorites (
  article_id bigint not null,
  user_id bigint not null,
  created_at bigint not null,
  constraint article_favorites_article_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_favorites_pkey PRIMARY KEY (article_id, user_id),
  constraint article_favorites_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX article_favorites_user_id ON article_favorites USING btree (user_id, created_at, article_id);
table article_likes (
  article_id bigint not null,
  user_id bigint not null,
  created_at bigint not null,
  constraint article_likes_article_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_likes_pkey PRIMARY KEY (article_id, user_id),
  constraint article_likes_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
table article_old_aliases (
  site_id bigint not null,
  alias_key text not null,
  article_id bigint not null,
  constraint article_old_aliases_article_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_old_aliases_pkey PRIMARY KEY (site_id, alias_key)
);
CREATE INDEX article_old_aliases_article_id ON article_old_aliases USING btree (article_id);
table article_presence (
  article_id bigint not null,
  user_id bigint not null,
  site_id bigint not null,
  since bigint not null,
  seen_at bigint not null,
  constraint article_presence_article_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_presence_pkey PRIMARY KEY (article_id, user_id),
  constraint article_presence_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX article_presence_seen_at ON article_presence USING btree (seen_at);
table article_revisions (
  id bigint not null identity,
  article_id bigint not null,
  site_id bigint not null,
  number bigint not null,
  saved_by bigint not null,
  saved_at bigint not null,
  snapshot text not null,
  token_id bigint,
  constraint article_revisions_article_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_revisions_article_id_number_unique UNIQUE (article_id, number),
  constraint article_revisions_pkey PRIMARY KEY (id)
);
table article_search (
  article_id bigint not null,
  words tsvector not null,
  room text generated 
CASE
    WHEN (words IS NOT NULL) THEN repeat(' '::text, 2100)
    ELSE NULL::text
END,
  constraint article_search_article_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_search_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint article_search_pkey PRIMARY KEY (article_id)
);
CREATE INDEX article_search_words ON article_search USING gin (words) WITH (fastupdate='on', gin_pending_list_limit='256');
CREATE CONSTRAINT TRIGGER article_search_changed AFTER INSERT OR DELETE OR UPDATE ON article_search DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_article_search_stretch();
CREATE TRIGGER article_search_emptied AFTER TRUNCATE ON article_search FOR EACH STATEMENT EXECUTE FUNCTION tell_every_article_search_stretch();
table article_search_stretches (
  stretch bigint not null,
  changed_by bigint not null,
  part integer not null default 0,
  changes integer not null default 0,
  constraint article_search_stretches_pkey PRIMARY KEY (stretch, part)
);
table article_tags (
  article_id bigint not null,
  tag_id bigint not null,
  position bigint not null,
  listed bigint not null,
  is_top bigint not null,
  sorted_at bigint not null,
  constraint article_tags_article_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_tags_pkey PRIMARY KEY (article_id, tag_id),
  constraint article_tags_tag_id_fk FOREIGN KEY (tag_id) REFERENCES tags(id)
);
CREATE INDEX article_tags_list ON article_tags USING btree (tag_id, listed, is_top, sorted_at, article_id);
CREATE INDEX article_tags_newest ON article_tags USING btree (tag_id, listed, sorted_at, article_id);
table article_totals (
  site_id bigint not null,
  kind text not null,
  ref_id bigint not null,
  listed bigint not null,
  part bigint not null default 0,
  total bigint not null,
  constraint article_totals_key PRIMARY KEY (site_id, kind, ref_id, listed, part)
);
table articles (
  id bigint not null identity,
  site_id bigint not null,
  author_id bigint not null,
  category_id bigint not null,
  title text not null,
  summary text not null,
  summary_given bigint not null default 0,
  cover text not null default ''::text,
  seo_title text not null default ''::text,
  seo_keywords text not null default ''::text,
  seo_description text not null default ''::text,
  is_top bigint not null default 0,
  is_hot bigint not null default 0,
  is_recommend bigint not null default 0,
  allow_comment bigint not null default 1,
  status bigint not null default 0,
  publish_at bigint,
  scheduled_at bigint,
  template text not null default ''::text,
  version bigint not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  written_at bigint not null,
  written_by bigint not null,
  deleted_at bigint,
  deleted_by bigint,
  content text not null,
  written_token_id bigint,
  alias text not null default ''::text,
  alias_key text not null default ''::text,
  alias_public bigint not null default 0,
  sorted_at bigint not null default 0,
  working_copy bigint not null default 0,
  review_status text not null default 'none'::text,
  autosaved bigint not null default 0,
  constraint articles_allow_comment_check CHECK ((allow_comment = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint articles_author_id_fk FOREIGN KEY (author_id) REFERENCES users(id),
  constraint articles_autosaved_check CHECK ((autosaved = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint articles_category_id_fk FOREIGN KEY (category_id) REFERENCES categories(id),
  constraint articles_is_hot_check CHECK ((is_hot = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint articles_is_recommend_check CHECK ((is_recommend = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint articles_is_top_check CHECK ((is_top = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint articles_pkey PRIMARY KEY (id),
  constraint articles_review_status_check CHECK ((review_status = ANY (ARRAY['none'::text, 'pending'::text, 'rejected'::text]))),
  constraint articles_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint articles_status_check CHECK ((status = ANY (ARRAY[(0)::bigint, (1)::bigint, (2)::bigint, (3)::bigint]))),
  constraint articles_working_copy_check CHECK ((working_copy = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE INDEX articles_author_id ON articles USING btree (author_id, site_id, sorted_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX articles_by_publication ON articles USING btree (site_id, COALESCE(publish_at, '-99999999999999'::bigint), id, status, author_id) WHERE (deleted_at IS NULL);
CREATE INDEX articles_by_status ON articles USING btree (site_id, status, is_top, sorted_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX articles_by_time ON articles USING btree (site_id, created_at, id, status, author_id, is_top, is_hot) WHERE (deleted_at IS NULL);
CREATE INDEX articles_by_update ON articles USING btree (site_id, updated_at, id, status, author_id) WHERE (deleted_at IS NULL);
CREATE INDEX articles_category_id ON articles USING btree (category_id);
CREATE INDEX articles_deleted_at ON articles USING btree (site_id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX articles_hot ON articles USING btree (site_id, is_top, sorted_at, id, status, author_id) WHERE ((is_hot = 1) AND (deleted_at IS NULL));
CREATE INDEX articles_in_review ON articles USING btree (site_id, review_status, id) WHERE ((review_status <> 'none'::text) AND (deleted_at IS NULL));
CREATE INDEX articles_newest ON articles USING btree (site_id, sorted_at, id, status, author_id, is_hot) WHERE (deleted_at IS NULL);
CREATE INDEX articles_recommend ON articles USING btree (site_id, is_top, sorted_at, id, status, author_id) WHERE ((is_recommend = 1) AND (deleted_at IS NULL));
CREATE INDEX articles_scheduled_at ON articles USING btree (scheduled_at) WHERE (scheduled_at IS NOT NULL);
CREATE INDEX articles_top_first ON articles USING btree (site_id, is_top, sorted_at, id, status, author_id, is_hot) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX articles_site_id_alias_key_unique ON articles USING btree (site_id, alias_key);
table audit_log (
  id bigint not null identity,
  site_id bigint not null,
  user_id bigint not null,
  username text not null,
  action text not null,
  target_type text not null,
  target_id bigint not null,
  before text,
  after text,
  address text not null,
  request_id text not null,
  created_at bigint not null,
  token_id bigint,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_created_at ON audit_log USING btree (created_at);
CREATE INDEX audit_log_target ON audit_log USING btree (target_type, target_id);
CREATE INDEX audit_log_token_id ON audit_log USING btree (token_id, id) WHERE (token_id IS NOT NULL);
CREATE INDEX audit_log_user_id ON audit_log USING btree (user_id);
table captchas (
  id text not null,
  site_id bigint not null,
  type text not null,
  answer text not null,
  failures bigint not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  constraint captchas_pkey PRIMARY KEY (id),
  constraint captchas_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id) ON DELETE CASCADE,
  constraint captchas_type_check CHECK ((type = ANY (ARRAY['image'::text, 'slider'::text, 'sms'::text])))
);
CREATE INDEX captchas_expires_at ON captchas USING btree (expires_at);
table categories (
  id bigint not null identity,
  site_id bigint not null,
  parent_id bigint,
  name text not null,
  alias text not null,
  description text not null default ''::text,
  seo_title text not null default ''::text,
  seo_keywords text not null default ''::text,
  seo_description text not null default ''::text,
  sort_order bigint not null default 0,
  enabled bigint not null default 1,
  icon text not null default ''::text,
  cover text not null default ''::text,
  template text not null default ''::text,
  show_in_nav bigint not null default 1,
  external_link text not null default ''::text,
  created_at bigint not null,
  updated_at bigint not null,
  constraint categories_enabled_check CHECK ((enabled = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint categories_parent_id_check CHECK ((parent_id <> id)),
  constraint categories_parent_id_fk FOREIGN KEY (parent_id) REFERENCES categories(id),
  constraint categories_pkey PRIMARY KEY (id),
  constraint categories_show_in_nav_check CHECK ((show_in_nav = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint categories_site_id_alias_unique UNIQUE (site_id, alias),
  constraint categories_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id)
);
CREATE INDEX categories_parent_id ON categories USING btree (parent_id);
table change_log (
  id bigint not null identity,
  txid bigint not null,
  created_at bigint not null,
  changes text not null,
  constraint change_log_pkey PRIMARY KEY (id)
);
CREATE INDEX change_log_txid ON change_log USING btree (txid);
table changes (
  id bigint not null identity,
  transaction_id bigint not null default ((pg_current_xact_id())::text)::bigint,
  site_id bigint not null,
  type text not null,
  subject_id bigint not null,
  alias text not null default ''::text,
  owner_id bigint not null default 0,
  seen_before bigint not null,
  seen_after bigint not null,
  created_at bigint not null,
  constraint changes_pkey PRIMARY KEY (id),
  constraint changes_seen_after_check CHECK ((seen_after = ANY (ARRAY[(0)::bigint, (1)::bigint, (2)::bigint]))),
  constraint changes_seen_before_check CHECK ((seen_before = ANY (ARRAY[(0)::bigint, (1)::bigint, (2)::bigint])))
);
CREATE INDEX changes_by_age ON changes USING btree (created_at);
CREATE INDEX changes_in_order ON changes USING btree (transaction_id, id);
CREATE INDEX changes_of_site ON changes USING btree (site_id, transaction_id, id);
table comment_likes (
  comment_id bigint not null,
  liker text not null,
  created_at bigint not null,
  constraint comment_likes_comment_id_fk FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comment_likes_pkey PRIMARY KEY (comment_id, liker)
);
table comment_reports (
  id bigint not null identity,
  site_id bigint not null,
  comment_id bigint not null,
  reporter text not null,
  user_id bigint,
  address text not null,
  reason text not null,
  handled_at bigint,
  created_at bigint not null,
  constraint comment_reports_comment_id_fk FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comment_reports_comment_id_reporter_unique UNIQUE (comment_id, reporter),
  constraint comment_reports_pkey PRIMARY KEY (id),
  constraint comment_reports_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX comment_reports_list ON comment_reports USING btree (site_id, id);
CREATE INDEX comment_reports_open ON comment_reports USING btree (site_id, id) WHERE (handled_at IS NULL);
table comments (
  id bigint not null identity,
  site_id bigint not null,
  article_id bigint,
  parent_id bigint,
  root_id bigint,
  answers_id bigint,
  depth bigint not null,
  user_id bigint,
  nickname text not null,
  email text not null,
  address text not null,
  address_key text not null,
  language text not null,
  is_site bigint not null default 0,
  content text not null,
  content_hash text not null,
  status bigint not null,
  reason text not null default ''::text,
  like_count bigint not null default 0,
  report_count bigint not null default 0,
  told_at bigint,
  audited_by bigint,
  audited_at bigint,
  created_at bigint not null,
  deleted_at bigint,
  deleted_by bigint,
  deleted_with bigint,
  page_id bigint,
  constraint comments_article_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint comments_is_site_check CHECK ((is_site = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint comments_page_id_fk FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint comments_parent_id_fk FOREIGN KEY (parent_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint comments_status_check CHECK ((status = ANY (ARRAY[(0)::bigint, (1)::bigint, (2)::bigint, (3)::bigint]))),
  constraint comments_subject_check CHECK (((article_id IS NULL) <> (page_id IS NULL))),
  constraint comments_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX comments_address_key ON comments USING btree (address_key, site_id, created_at);
CREATE INDEX comments_article_id ON comments USING btree (article_id, id);
CREATE INDEX comments_by_id ON comments USING btree (site_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX comments_by_time ON comments USING btree (site_id, created_at, status) WHERE (deleted_at IS NULL);
CREATE INDEX comments_deleted_at ON comments USING btree (site_id, deleted_at) WHERE (deleted_with = id);
CREATE INDEX comments_deleted_with ON comments USING btree (deleted_with) WHERE (deleted_with IS NOT NULL);
CREATE INDEX comments_hot ON comments USING btree (article_id, like_count, id) WHERE ((parent_id IS NULL) AND (status = 1) AND (deleted_at IS NULL));
CREATE INDEX comments_page_hot ON comments USING btree (page_id, like_count, id) WHERE ((page_id IS NOT NULL) AND (parent_id IS NULL) AND (status = 1) AND (deleted_at IS NULL));
CREATE INDEX comments_page_id ON comments USING btree (page_id, id) WHERE (page_id IS NOT NULL);
CREATE INDEX comments_page_top_level ON comments USING btree (page_id, id) WHERE ((page_id IS NOT NULL) AND (parent_id IS NULL) AND (status = 1) AND (deleted_at IS NULL));
CREATE INDEX comments_parent_id ON comments USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX comments_queue ON comments USING btree (site_id, status, id) WHERE (deleted_at IS NULL);
CREATE INDEX comments_root_id ON comments USING btree (root_id, id) WHERE (root_id IS NOT NULL);
CREATE INDEX comments_top_level ON comments USING btree (article_id, id) WHERE ((parent_id IS NULL) AND (status = 1) AND (deleted_at IS NULL));
CREATE INDEX comments_user_id ON comments USING btree (user_id, site_id, created_at) WHERE (user_id IS NOT NULL);
table content_sources (
  type text not null,
  ref_id bigint not null,
  content_hash text not null,
  markdown text not null,
  constraint content_sources_pk PRIMARY KEY (type, ref_id),
  constraint content_sources_type_check CHECK ((type = ANY (ARRAY['article'::text, 'page'::text])))
);
table events (
  id bigint not null identity,
  site_id bigint not null,
  kind text not null,
  subject_type text not null,
  subject_id bigint not null,
  data text not null,
  created_at bigint not null,
  dispatched_at bigint,
  constraint events_pkey PRIMARY KEY (id)
);
CREATE INDEX events_created_at ON events USING btree (created_at);
CREATE INDEX events_waiting ON events USING btree (id) WHERE (dispatched_at IS NULL);
table former_aliases (
  site_id bigint not null,
  kind text not null,
  alias text not null,
  ref_id bigint not null,
  constraint former_aliases_pkey PRIMARY KEY (site_id, kind, alias)
);
table idempotency_keys (
  caller text not null,
  key text not null,
  status bigint not null default 200,
  answer text,
  created_at bigint not null,
  fingerprint text not null default ''::text,
  constraint idempotency_keys_pkey PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys USING btree (created_at);
table import_addresses (
  id bigint not null identity,
  import_id bigint not null,
  site_id bigint not null,
  address_hash text not null,
  address text not null,
  type text not null,
  ref_id bigint not null,
  is_main bigint not null,
  constraint import_addresses_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id),
  constraint import_addresses_pkey PRIMARY KEY (id),
  constraint import_addresses_site_id_address_hash_unique UNIQUE (site_id, address_hash)
);
CREATE INDEX import_addresses_of_import ON import_addresses USING btree (import_id, id);
table import_items (
  id bigint not null identity,
  import_id bigint not null,
  site_id bigint not null,
  origin text not null,
  type text not null,
  ref_id bigint not null,
  place text not null default ''::text,
  open_links bigint not null default 0,
  file_marks text not null default ''::text,
  written text not null default ''::text,
  updated_in bigint not null default 0,
  constraint import_items_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id),
  constraint import_items_pkey PRIMARY KEY (id),
  constraint import_items_site_id_origin_unique UNIQUE (site_id, origin)
);
CREATE INDEX import_items_counted ON import_items USING btree (import_id, type);
CREATE INDEX import_items_of_import ON import_items USING btree (import_id, id);
CREATE INDEX import_items_open_links ON import_items USING btree (import_id, id) WHERE (open_links = 1);
CREATE INDEX import_items_updated ON import_items USING btree (updated_in, id) WHERE (updated_in > 0);
table import_losses (
  id bigint not null identity,
  import_id bigint not null,
  loss_hash text not null,
  place text not null,
  what text not null,
  constraint import_losses_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id),
  constraint import_losses_import_id_loss_hash_unique UNIQUE (import_id, loss_hash),
  constraint import_losses_pkey PRIMARY KEY (id)
);
CREATE INDEX import_losses_of_import ON import_losses USING btree (import_id, id);
table imports (
  id bigint not null identity,
  site_id bigint not null,
  kind text not null,
  status text not null,
  report text not null default ''::text,
  created_at bigint not null,
  updated_at bigint not null,
  source text not null default ''::text,
  options text not null default ''::text,
  failure text not null default ''::text,
  user_id bigint not null default 0,
  done bigint not null default 0,
  total bigint not null default 0,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id)
);
CREATE INDEX imports_of_site ON imports USING btree (site_id, id);
table ip_blacklist (
  id bigint not null identity,
  site_id bigint not null,
  network text not null,
  reason text not null,
  expires_at bigint,
  created_by bigint not null,
  created_at bigint not null,
  constraint ip_blacklist_pkey PRIMARY KEY (id),
  constraint ip_blacklist_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id) ON DELETE CASCADE,
  constraint ip_blacklist_site_id_network_unique UNIQUE (site_id, network)
);
table jobs (
  id bigint not null identity,
  kind text not null,
  payload text not null,
  unique_key text,
  state text not null default 'waiting'::text,
  due_at bigint not null,
  again_at bigint,
  attempts bigint not null default 0,
  lease bigint not null default 0,
  leased_until bigint not null default 0,
  node text not null default ''::text,
  last_error text,
  created_at bigint not null,
  ended_at bigint,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text]))),
  constraint jobs_unique_key_unique UNIQUE (unique_key)
);
CREATE INDEX jobs_ended ON jobs USING btree (state, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX jobs_running ON jobs USING btree (leased_until) WHERE (state = 'running'::text);
CREATE INDEX jobs_waiting ON jobs USING btree (kind, due_at, id) WHERE (state = 'waiting'::text);
table known_devices (
  user_id bigint not null,
  device_key text not null,
  last_seen_at bigint not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, device_key),
  constraint known_devices_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX known_devices_last_seen_at ON known_devices USING btree (last_seen_at);
table mail_refusals (
  site_id bigint not null,
  email_key text not null,
  created_at bigint not null,
  constraint mail_refusals_pkey PRIMARY KEY (site_id, email_key),
  constraint mail_refusals_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id) ON DELETE CASCADE
);
table media (
  id bigint not null identity,
  site_id bigint not null,
  object_id bigint not null,
  uploader_id bigint not null,
  name text not null,
  type text not null,
  filename text not null,
  alt text not null default ''::text,
  title text not null default ''::text,
  version bigint not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  deleted_by bigint,
  focus_x bigint not null default 50,
  focus_y bigint not null default 50,
  constraint media_focus_x_check CHECK (((focus_x >= 0) AND (focus_x <= 100))),
  constraint media_focus_y_check CHECK (((focus_y >= 0) AND (focus_y <= 100))),
  constraint media_name_unique UNIQUE (name),
  constraint media_object_id_fk FOREIGN KEY (object_id) REFERENCES media_objects(id),
  constraint media_pkey PRIMARY KEY (id),
  constraint media_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint media_type_check CHECK ((type = ANY (ARRAY['image'::text, 'video'::text, 'audio'::text, 'document'::text, 'archive'::text]))),
  constraint media_uploader_id_fk FOREIGN KEY (uploader_id) REFERENCES users(id)
);
CREATE INDEX media_by_type ON media USING btree (site_id, type, id) WHERE (deleted_at IS NULL);
CREATE INDEX media_deleted_at ON media USING btree (site_id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX media_list ON media USING btree (site_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX media_object_id ON media USING btree (object_id);
CREATE INDEX media_uploader_id ON media USING btree (uploader_id, site_id, id);
table media_objects (
  id bigint not null identity,
  hash text not null,
  extension text not null,
  storage_key text not null,
  mime_type text not null,
  size bigint not null,
  width bigint,
  height bigint,
  blur_placeholder text not null default ''::text,
  created_at bigint not null,
  constraint media_objects_hash_extension_unique UNIQUE (hash, extension),
  constraint media_objects_pkey PRIMARY KEY (id),
  constraint media_objects_storage_key_unique UNIQUE (storage_key)
);
table media_uses (
  type text not null,
  ref_id bigint not null,
  used_as text not null,
  media_id bigint not null,
  constraint media_uses_media_id_fk FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint media_uses_pk PRIMARY KEY (type, ref_id, used_as, media_id),
  constraint media_uses_type_check CHECK ((type = ANY (ARRAY['article'::text, 'page'::text])))
);
CREATE INDEX media_uses_media_id ON media_uses USING btree (media_id, type, ref_id);
table messages (
  id bigint not null identity,
  site_id bigint not null,
  user_id bigint not null,
  kind text not null,
  details text not null,
  read_at bigint,
  created_at bigint not null,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX messages_unread ON messages USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX messages_user_id ON messages USING btree (user_id, id);
table page_drafts (
  page_id bigint not null,
  site_id bigint not null,
  version bigint not null,
  saved_by bigint not null,
  saved_at bigint not null,
  fields text not null,
  constraint page_drafts_page_id_fk FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint page_drafts_pkey PRIMARY KEY (page_id)
);
table page_revisions (
  id bigint not null identity,
  page_id bigint not null,
  site_id bigint not null,
  number bigint not null,
  saved_by bigint not null,
  saved_at bigint not null,
  snapshot text not null,
  constraint page_revisions_page_id_fk FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint page_revisions_page_id_number_unique UNIQUE (page_id, number),
  constraint page_revisions_pkey PRIMARY KEY (id)
);
table pages (
  id bigint not null identity,
  site_id bigint not null,
  title text not null,
  alias text not null,
  seo_title text not null default ''::text,
  seo_keywords text not null default ''::text,
  seo_description text not null default ''::text,
  sort_order bigint not null default 0,
  enabled bigint not null default 1,
  show_in_nav bigint not null default 1,
  template text not null default ''::text,
  css_class text not null default ''::text,
  page_type text not null default ''::text,
  allow_comment bigint not null default 0,
  view_count bigint not null default 0,
  version bigint not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  deleted_by bigint,
  content text not null,
  written_by bigint not null default 0,
  comment_count bigint not null default 0,
  constraint pages_allow_comment_check CHECK ((allow_comment = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint pages_enabled_check CHECK ((enabled = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint pages_pkey PRIMARY KEY (id),
  constraint pages_show_in_nav_check CHECK ((show_in_nav = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint pages_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id)
);
CREATE INDEX pages_deleted_at ON pages USING btree (site_id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX pages_site_id_alias_unique ON pages USING btree (site_id, alias) WHERE (deleted_at IS NULL);
table passkeys (
  id bigint not null identity,
  user_id bigint not null,
  name text not null,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  transports text not null default '[]'::text,
  created_at bigint not null,
  last_used_at bigint,
  constraint passkeys_credential_id_unique UNIQUE (credential_id),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user_id ON passkeys USING btree (user_id);
table recovery_codes (
  user_id bigint not null,
  code_hash text not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
table saved_views (
  id bigint not null identity,
  site_id bigint not null,
  user_id bigint not null,
  name text not null,
  query text not null,
  created_at bigint not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id) ON DELETE CASCADE,
  constraint saved_views_site_id_user_id_name_unique UNIQUE (site_id, user_id, name),
  constraint saved_views_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX saved_views_user_id ON saved_views USING btree (user_id);
table schedules (
  name text not null,
  rule text not null,
  next_at bigint not null,
  last_at bigint,
  constraint schedules_pkey PRIMARY KEY (name)
);
table schema_migrations (
  id integer not null,
  name text not null,
  applied_at bigint not null,
  constraint schema_migrations_pkey PRIMARY KEY (id)
);
table second_factors (
  user_id bigint not null,
  secret text not null,
  created_at bigint not null,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
table sensitive_word_lists (
  site_id bigint not null,
  version bigint not null,
  constraint sensitive_word_lists_pkey PRIMARY KEY (site_id),
  constraint sensitive_word_lists_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id) ON DELETE CASCADE
);
table sensitive_words (
  id bigint not null identity,
  site_id bigint not null,
  word text not null,
  word_key text not null,
  action text not null,
  replacement text not null default ''::text,
  hits bigint not null default 0,
  created_at bigint not null,
  constraint sensitive_words_action_check CHECK ((action = ANY (ARRAY['default'::text, 'replace'::text, 'reject'::text]))),
  constraint sensitive_words_pkey PRIMARY KEY (id),
  constraint sensitive_words_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id) ON DELETE CASCADE,
  constraint sensitive_words_site_id_word_key_unique UNIQUE (site_id, word_key)
);
CREATE INDEX sensitive_words_list ON sensitive_words USING btree (site_id, id);
table service_state (
  key text not null,
  value text not null,
  constraint service_state_pkey PRIMARY KEY (key)
);
table session_uses (
  session_id bigint not null,
  last_seen_at bigint not null,
  constraint session_uses_pkey PRIMARY KEY (session_id),
  constraint session_uses_session_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
table sessions (
  id bigint not null identity,
  user_id bigint not null,
  generation bigint not null default 1,
  rotated_at bigint not null,
  expires_at bigint not null,
  address text not null,
  created_at bigint not null,
  device text not null default ''::text,
  factors bigint not null default 1,
  confirmed_at bigint,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expires_at ON sessions USING btree (expires_at);
CREATE INDEX sessions_user_id ON sessions USING btree (user_id);
table sign_in_challenges (
  key_hash text not null,
  expires_at bigint not null,
  constraint sign_in_challenges_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX sign_in_challenges_expires_at ON sign_in_challenges USING btree (expires_at);
table site_domains (
  domain text not null,
  site_id bigint not null,
  constraint site_domains_pkey PRIMARY KEY (domain),
  constraint site_domains_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id) ON DELETE CASCADE
);
CREATE INDEX site_domains_site_id ON site_domains USING btree (site_id);
table sites (
  id bigint not null identity,
  name text not null,
  alias text not null,
  enabled bigint not null default 1,
  default_category_id bigint not null default 0,
  settings text not null default '{}'::text,
  created_at bigint not null,
  updated_at bigint not null,
  constraint sites_alias_unique UNIQUE (alias),
  constraint sites_enabled_check CHECK ((enabled = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint sites_pkey PRIMARY KEY (id)
);
table tags (
  id bigint not null identity,
  site_id bigint not null,
  name text not null,
  alias text not null,
  color text not null default ''::text,
  description text not null default ''::text,
  seo_title text not null default ''::text,
  seo_keywords text not null default ''::text,
  seo_description text not null default ''::text,
  sort_order bigint not null default 0,
  enabled bigint not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  constraint tags_enabled_check CHECK ((enabled = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint tags_pkey PRIMARY KEY (id),
  constraint tags_site_id_alias_unique UNIQUE (site_id, alias),
  constraint tags_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id)
);
CREATE INDEX tags_list ON tags USING btree (site_id, sort_order, id);
table used_codes (
  user_id bigint not null,
  step bigint not null,
  constraint used_codes_pkey PRIMARY KEY (user_id, step),
  constraint used_codes_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
table user_identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  created_at bigint not null,
  constraint user_identities_pk PRIMARY KEY (issuer, subject),
  constraint user_identities_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_identities_user_id ON user_identities USING btree (user_id);
table user_sites (
  user_id bigint not null,
  site_id bigint not null,
  role text not null,
  constraint user_sites_pk PRIMARY KEY (user_id, site_id),
  constraint user_sites_role_check CHECK ((role = ANY (ARRAY['member'::text, 'editor'::text, 'auditor'::text, 'admin'::text]))),
  constraint user_sites_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id) ON DELETE CASCADE,
  constraint user_sites_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_sites_site_id ON user_sites USING btree (site_id, role);
table users (
  id bigint not null identity,
  username text not null,
  username_key text,
  email text not null,
  email_key text,
  nickname text not null default ''::text,
  avatar text not null default ''::text,
  password_hash text not null,
  role text not null,
  status bigint not null default 1,
  is_vip bigint not null default 0,
  vip_until bigint,
  language text not null default 'en'::text,
  last_login_at bigint,
  deleted_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  invited bigint not null default 0,
  unconfirmed bigint not null default 0,
  mail_comments bigint not null default 1,
  second_factor_at bigint,
  bio text not null default ''::text,
  last_seen_at bigint,
  constraint users_email_key_unique UNIQUE (email_key),
  constraint users_is_vip_check CHECK ((is_vip = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['member'::text, 'editor'::text, 'auditor'::text, 'admin'::text]))),
  constraint users_status_check CHECK ((status = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint users_username_key_unique UNIQUE (username_key)
);
CREATE INDEX users_role ON users USING btree (role, status);
table webhook_attempts (
  id bigint not null identity,
  delivery_id bigint not null,
  attempted_at bigint not null,
  duration_ms bigint not null,
  status bigint,
  error text not null default ''::text,
  answer text not null default ''::text,
  constraint webhook_attempts_delivery_id_fk FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE,
  constraint webhook_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_attempts_delivery_id ON webhook_attempts USING btree (delivery_id);
table webhook_deliveries (
  id bigint not null identity,
  site_id bigint not null,
  webhook_id bigint not null,
  delivery_key text not null,
  kind text not null,
  subject text not null,
  body text not null,
  state text not null default 'waiting'::text,
  attempts bigint not null default 0,
  next_at bigint not null,
  created_at bigint not null,
  ended_at bigint,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text]))),
  constraint webhook_deliveries_webhook_id_fk FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (webhook_id, next_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_ended_at ON webhook_deliveries USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX webhook_deliveries_list ON webhook_deliveries USING btree (webhook_id, id);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries USING btree (webhook_id, subject, id) WHERE (state = 'waiting'::text);
table webhooks (
  id bigint not null identity,
  site_id bigint not null,
  url text not null,
  secret text not null,
  previous_secret text,
  previous_until bigint,
  events text not null,
  enabled bigint not null default 1,
  failing_since bigint,
  disabled_reason text not null default ''::text,
  created_at bigint not null,
  updated_at bigint not null,
  constraint webhooks_enabled_check CHECK ((enabled = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_site_id_fk FOREIGN KEY (site_id) REFERENCES sites(id) ON DELETE CASCADE
);
CREATE INDEX webhooks_site_id ON webhooks USING btree (site_id);
CREATE OR REPLACE FUNCTION tell_article_search_stretch()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
            begin
              insert into article_search_stretches as known (stretch, part, changed_by, changes)
                values (coalesce(new.article_id, old.article_id) >> 8, pg_backend_pid() & 3, txid_current(), 1)
                on conflict (stretch, part) do update set changed_by = excluded.changed_by, changes = known.changes + 1
                where known.changed_by <> excluded.changed_by;
              return null;
            end
          $function$;
CREATE OR REPLACE FUNCTION tell_every_article_search_stretch()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
            begin
              update article_search_stretches set changed_by = txid_current(), changes = changes + 1;
              return null;
            end
          $function$;
