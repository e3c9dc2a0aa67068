/** The words of sample articles: enough that a search matches some articles and not others. */
export interface Vocabulary {
  readonly topics: readonly string[]
  readonly subjects: readonly string[]
  readonly verbs: readonly string[]
  readonly objects: readonly string[]
  readonly places: readonly string[]
  readonly adverbs: readonly string[]
}

const words = (text: string) => text.trim().split(/\s*,\s*/)

export const english: Vocabulary = {
  topics: words(
    'gardening, node.js, remote work, slow cooking, climate, typography, city cycling, home networks, open source, photography, language learning, ceramics, PostgreSQL, travel by train, mountain weather, public libraries, bread, web accessibility, old maps, beekeeping, chess, electric cars, film scoring, tide pools, C++, design systems, birdsong, personal finance, knitting, sailing, telescopes, tea, jazz, local history, woodworking',
  ),
  subjects: words(
    'the editor, a small team, our neighbour, the archive, every reader, the council, a retired engineer, the newsroom, the museum, two students, the committee, a night train, the old printer, this recipe, the harbour, a careful gardener, the maintainer, an apprentice, the library, the weather station, a travelling choir, the bakery, the workshop, a passing cyclist, the cartographer, the observatory',
  ),
  verbs: words(
    'published, repaired, discovered, measured, forgot, collected, described, rebuilt, questioned, photographed, borrowed, translated, simplified, postponed, announced, compared, restored, painted, catalogued, abandoned, defended, rehearsed, planted, navigated, sketched, tested',
  ),
  objects: words(
    'a quiet revolution, the first draft, seven letters, an unusual map, the missing chapter, a better kettle, the winter schedule, a shared calendar, the broken bridge, a handful of seeds, the yearly report, an honest review, the long queue, a simple database, the oldest photograph, the river path, a new alphabet, the evening programme, an unfinished song, the spare parts, a curious theorem, the harvest, an empty platform, the lighthouse diary',
  ),
  places: words(
    'in Lisbon, near the station, by the canal, at the market, on the second floor, in a mountain village, behind the theatre, along the coast, in the reading room, at the edge of town, under the old oak, in Kyoto, across the border, in the basement, at the ferry landing',
  ),
  adverbs: words(
    'last winter, without much noise, for the third time, after a long discussion, early in the morning, with surprising ease, against all advice, one page at a time, before anyone noticed, in less than a week, as promised, by hand, in the pouring rain',
  ),
}

export const chinese: Vocabulary = {
  topics: words(
    '园艺, 远程办公, 慢炖料理, 气候变化, 字体设计, 城市骑行, 家庭网络, 开源软件, 摄影, 外语学习, 陶艺, 数据库优化, 火车旅行, 高山气象, 公共图书馆, 面包烘焙, 无障碍网页, 古地图, 养蜂, 围棋, 电动汽车, 电影配乐, 潮汐, 人工智能, 观鸟, 个人理财, 编织, 帆船, 天文望远镜, 茶文化, 爵士乐, 地方史, 木工, 书法, 古琴',
  ),
  subjects: words(
    '编辑部, 一个小团队, 我们的邻居, 档案馆, 每一位读者, 市政厅, 退休的工程师, 记者们, 博物馆, 两名学生, 委员会, 夜班列车, 老印刷机, 这份食谱, 港口, 细心的园丁, 项目维护者, 年轻的学徒, 图书管理员, 气象站, 流动合唱团, 面包房, 工作坊, 路过的骑手, 制图师, 天文台',
  ),
  verbs: words(
    '发表了, 修复了, 发现了, 测量了, 忘记了, 收集了, 描述了, 重建了, 质疑了, 拍下了, 借走了, 翻译了, 简化了, 推迟了, 宣布了, 比较了, 复原了, 描绘了, 编目了, 放弃了, 捍卫了, 排练了, 种下了, 测试了',
  ),
  objects: words(
    '一场安静的变革, 初稿, 七封信, 一张不寻常的地图, 缺失的章节, 更好的水壶, 冬季时刻表, 共享日历, 断裂的桥, 一把种子, 年度报告, 诚实的评论, 长长的队伍, 简单的数据库, 最早的照片, 河边小路, 新的字母表, 晚间节目, 未完成的歌, 备用零件, 奇妙的定理, 秋天的收成, 空荡的站台, 灯塔日记',
  ),
  places: words(
    '在杭州, 在车站附近, 在运河边, 在集市上, 在二楼, 在山村里, 在剧院后面, 沿着海岸, 在阅览室, 在城市边缘, 在老橡树下, 在京都, 在边境另一侧, 在地下室, 在渡口',
  ),
  adverbs: words(
    '去年冬天, 悄无声息地, 第三次, 经过长时间讨论, 清晨, 出人意料地顺利, 不顾所有人的劝告, 一页一页地, 在无人察觉之前, 不到一周, 如约, 亲手, 在倾盆大雨中',
  ),
}
