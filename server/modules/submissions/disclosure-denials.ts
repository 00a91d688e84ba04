/** Words by which a caption says that its post is not paid. Data for `disclosure.ts`; all are in lower case. */

/** Words that deny the disclosure after them. */
export const determiners: ReadonlySet<string> = words(`
  isn't isnt wasn't wasnt aren't arent weren't ain't without unpaid zero
  kein keine keinen keiner keinerlei ohne unbezahlt unbezahlte unbezahlter sans aucun aucune
  sin ningún ninguna sem nenhum nenhuma senza nessun nessuna geen zonder ingen inget utan uden uten ilman
  bez żadna žádná není nejde nije nisu nincs fără χωρίς без ليس ليست غير بدون بلا ללא בלי אינו אינה bukan tanpa`);

/**
 * These words also end sentences ("oh no #ad", "maybe not #ad"). So they deny the very next word only after a verb
 * or at the start of a clause.
 */
export const adverbs: ReadonlySet<string> = words(`
  not no non never nicht nie pas jamais ni não nao nem nunca niet inte ej ikke intet ei ne nem nu δεν όχι μη
  не нет לא لا مش không chẳng tidak`);

/** A denying adverb after one of these verbs denies the next word: "this is not #ad". */
export const verbs: ReadonlySet<string> = words(`
  is are was were be am i'm im it's its that's thats ist sind war c'est n'est är er on to това це это זה זו đây`);

/**
 * Words that may be between a denial and the denied word: "not really a paid partnership", "no es una
 * colaboración pagada".
 */
export const between: ReadonlySet<string> = words(`
  a an any is are was really actually even just
  der die das ein eine einen ist wirklich une un de des vraiment est
  es una está um uma é è stato een en ett er är som ole to jest je e este είναι це это є phải o az egy`);

/** Words that deny a phrase from further away in its sentence: "I did not make this in a paid partnership". */
export const strongDenials: ReadonlySet<string> = words(
  'not never wish nicht kein keine pas jamais não niet geen inte ikke nie не',
);

/** Words that may follow a denied label at the end of a sentence: "not sponsored lol". */
export const trailing: ReadonlySet<string> = words('lol lmao haha btw tho though here at all hier ya kok da');

/** Words that deny "広告" or "广告" when written directly before it, in text without spaces. */
export const glued = ['不是', '没有', '沒有', '不含', '並非', '并非', '非', '无', '無', 'ไม่ใช่', 'ไม่มี'];

/**
 * Denials that follow a disclosure, at the end of its sentence. They match the text behind the disclosure,
 * without leading spaces and signs.
 */
export const deniedBehind: readonly RegExp[] = [
  // 広告ではありません, プロモーションを含みません
  /^\p{scx=Hira}{0,5}(?:ません|ない|なし|無し)/u,
  // 광고 아님, 광고가 아닙니다, 유료광고를 포함하지 않습니다
  /^(?:[을를이가은는도] ?)?(?:포함)?(?:하|되|되어 ?있)?(?:지|고)? ?(?:않|안 ?[함해합하했받돼됨]|아니|아닌|아닙|아님|아녜|없(?!으면|이는)|x(?!\p{L}))/u,
  // German: "Werbung, unbezahlt"
  /^(?:da )?unbezahlt/u,
  /^(?:değil|नहीं|नही|নয়|নয়|அல்ல|இல்லை|కాదు|ಅಲ್ಲ|അല്ല|नाही|નથી|نہیں|نیست)/u,
  // "Sponsored by nobody"
  /^(?:absolutely |literally )?(?:nobody|no one|none|niemand|personne|nadie|ninguém|nessuno|nikt|nikogo|никем|kimse|keinem)/u,
];

/** Hashtags that deny a disclosure, without "#". */
export const denyingTags: ReadonlySet<string> = words(`
  notad notanad noad noads notsponsored nonsponsored unsponsored nosponsor notpaid
  unbezahlt unbezahltewerbung werbungunbezahlt keinewerbung nichtgesponsert
  nonsponsorisé nonsponsorise pasdepub pasunepub nopublicidad nopatrocinado nãopatrocinado nãoépubli
  nonsponsorizzato nonpubblicità geenreclame nospon nereklama niereklama нереклама reklamdeğil
  광고아님 협찬아님 내돈내산 広告ではない 非广告 非廣告 不是广告 bukaniklan`);

/**
 * An opening before one of these words does not disclose: it is then the subject of a sentence about
 * advertisements. "Anzeige ist raus", "Publicité mensongère", "광고 보고".
 */
export const talkedAbout: ReadonlySet<string> = words(`
  ist war wird kann nervt kommt läuft gegen wegen raus erstattet aus im in der des vor
  mensongère est était de du engañosa es era del enganosa é era do da ingannevole di is was
  보고 보다가 보는 스킵 없는 없이 때문에 찍다가 촬영 중`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter(Boolean));
}
