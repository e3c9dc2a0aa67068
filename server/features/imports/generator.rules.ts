/** Hexo keeps its posts in a folder with the same name, in `source`. */
const JEKYLL_POST = /(?:^|\/)(?<!(?:^|\/)source\/)_(?:posts|drafts)\//

/** Whether it is a post or draft of a Jekyll site, by its path in the folder. */
export function isJekyllPost(path: string): boolean {
  return JEKYLL_POST.test(path)
}
