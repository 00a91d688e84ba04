/**
 * Words and signs with which languages shorten counts, by their power of ten. They are those of CLDR, as
 * `Intl.NumberFormat` writes them (`typed-views.test.ts` compares them), and others that people write. They
 * are in lower case, without dots at the end. A word in two lists has different meanings in different
 * languages.
 */
const powers: Record<number, ReadonlySet<string>> = {
  3: words(`
    b bin duisend duizend e elfu ezer hilj hiljada hiljade inkulungwane k kun libo mie mii mijë mil
    mila miler milers mille millier ming müň n nghìn rb ribu t tausend thousand tis tisoč
    tisuća tisuće tisíc tisíca tisíce tn tsd tuh tuhat tuhatta tusen tusind tys tysiąc tysiąca
    tysiące tysięcy tūkst tūkstantis tūkstančiai tūkstančio tūkstančių tūkstotis tūkstoši þ þúsund
    χιλ χιλιάδα χιλιάδες илј илјада илјади миң мың мян мянга тис тисяч тисяча тисячі тыс тысяч
    тысяча тысячи тысячы хил хиляди хиљ хиљада хиљаде հազար հզր אלף آلاف ألف هزار ہزار ह हज़ार हजार
    হা হাজার হাজাৰ ਹਜ਼ਾਰ હજાર ହ ହଜାର ஆ ஆயிரம் వే వేయి వేలు ಸಾ ಸಾವಿರ ആയിരം ද දහස พัน ພັນ ထောင် ათ
    ათასი ሺ ពាន់ 千 천`),
  4: words(`
    w หมื่น သောင်း 万 萬 만`),
  5: words(`
    l lac lacs lakh lakhs لاکھ लाख লা লাখ ਲੱਖ લાખ แสน ແສນ သိန်း`),
  6: words(`
    isigidi j jt juta m mi mil milhão milhões milijon milijona milijonai milijonas milijoni
    milijono milijonov milijonų milijun milijuna milioane milioi milion miliona milione milioni
    milions milionu miliony milionów milionů miliwn milió milión milióna miliónov milióny milj
    miljoen miljon miljoner miljoni miljonit miljons miljoona miljoonaa mill million millionar
    millionen millioner millions millió milljón milljónir millones millón millóns milyan milyon mio
    mln mm mn tr triệu εκ εκατομμύρια εκατομμύριο мил милион милиона милиони миллион миллиона
    миллионов млн мільйон мільйона мільйони мільйонів мільён мільёна мільёнаў мільёны сая միլիոն
    մլն מיליון ملايين مليون میلیون নিযুত ନି ନିୟୁତ மி மில்லியன் మి మిలియన్ మిలియన్లు ಮಿ ಮಿಲಿಯನ್
    ദശലക്ഷം මි මිලියන ล้าน ລ້ານ သန်း მილიონი მლნ ሚ ሚሊዮን លាន`),
  7: words(`
    cr crore crores کروڑ क करोड करोड़ कोटी কো কোটি ਕਰੋੜ કરોડ ကုဋေ ဋေ`),
  8: words(`
    亿 億 억`),
  9: words(`
    b bi bilhão bilhões bilion bilioni biliwn billion bilyan bilyon bn g ma md mia miliar miliard
    miliarda miliarde miliardi miliardo miliardy miliardów milijard milijarda milijardai milijardas
    milijarde milijardi milijardo miliárd miljard miljarder miljardi miljardia miljardit miljards
    milliard milliardar milliarde milliarden milliarder milliards milliárd milljarðar milljarður
    milyar milyard mjd mld mljrd mlr mlrd mm mr mrd  tỷ δισ δισεκατομμύρια δισεκατομμύριο милиард
    милиарда милијарда милијарде милијарди миллиард миллиарда миллиардов милј млд млрд мільярд
    мільярда мільярдаў мільярди мільярды мільярдів тэрбум միլիարդ մլրդ מיליארד ارب مليار میلیارد अ
    अब्ज अरब ਅਰਬ અબજ ବି ଶହକୋଟି பி பில்லியன் బి బిలియన్ బిలియన్లు ಬಿ ಬಿಲಿಯನ್ ബില്യൺ බි බිලියන
    พันล้าน ຕື້ მილიარდი მლრდ ቢ ቢሊዮን ប៊ីលាន`),
};

/** Words for views in apps and everyday use, and words between a number and the word for views. */
export const viewWords = words(`
    view views viewed play plays watched times vues vue lectures lecture de d di a of x mal kali lần lượt xem
    aufruf aufrufe aufrufen aufgerufen ansichten wiedergaben klicks visualización visualizaciones vista vistas
    reproducciones reproducción visto veces visualização visualizações visualizaçoes exibições reproduções vezes
    visualizzazione visualizzazioni riproduzioni visualitzacions weergave weergaven keer bekeken visning visningar
    visninger gange ganger gånger katselukertaa katselua näyttökertaa áhorf vaatamist vaatamiskorda skatījumi
    skatījumu peržiūros peržiūrų peržiūra wyświetlenie wyświetlenia wyświetleń odtworzeń odtworzenia zhlédnutí
    zobrazení zhliadnutí videní megtekintés lejátszás vizualizări vizionări afișări pregleda pregledi prikaza
    ogledov gledanja shikime görüntüleme görüntülenme izlenme izlenmesi kez baxış ditonton tayangan penayangan
    tontonan dilihat
    просмотр просмотра просмотров просмотры показов показа переглядів перегляди перегляд перегляда прегледа
    преглед прегледи гледания прикази прагляд прагляды праглядаў қаралды рет көрүү үзсэн удаа
    προβολές προβολή צפיות צפייה  مشاهدة مشاهدات مشاهده مرة بازدید نمایش ملاحظات ملاحظہ
    बार देखा गया व्यू व्यूज़ दृश्य वेळा पाहिले দেখা হয়েছে বার ভিউ વાર જોવાયું વ્યૂઝ ਵਾਰ ਦੇਖਿਆ ਗਿਆ பார்வைகள் பார்வை
    వీక్షణలు వీక్షణ ವೀಕ್ಷಣೆಗಳು ಬಾರಿ കാഴ്‌ചകൾ തവണ കണ്ടു ครั้ง การดู ดู วิว ຄັ້ງ เข้าชม ნახვა დիտում դիտում
    回 回視聴 回再生 視聴 再生 視聴回数 再生回数 次 次观看 次觀看 观看 觀看 观看次数 觀看次數 次播放 播放 播放量 播放次数 浏览 瀏覽 浏览量 회 조회수 조회 재생 번`);

function words(list: string): ReadonlySet<string> {
  return new Set(
    list
      .replace(/\p{Cf}/gu, '')
      .normalize('NFKC')
      .split(/\s+/)
      .filter(Boolean),
  );
}

/** Returns the powers of ten that a word can mean beside this number; empty for an unknown word. */
export function powersOf(word: string, number: string): number[] {
  // "1.2B" has an English decimal sign and means billions. "1,2 B" is Turkish and means thousands.
  if (word === 'b' && number.includes('.')) return [9];
  const exact = Object.keys(powers).filter((power) => powers[Number(power)]!.has(word));
  return (exact.length > 0 ? exact : gluedPowers(word)).map(Number);
}

/**
 * Returns the powers of ten of a text in a language without spaces, which has the word for views directly
 * after the sign: "1.2万回視聴".
 */
const gluedPowers = (word: string): string[] =>
  Object.keys(powers).filter((power) =>
    [...powers[Number(power)]!].some(
      (sign) => /[^a-z]/.test(sign) && word.startsWith(sign) && viewWords.has(word.slice(sign.length)),
    ),
  );
