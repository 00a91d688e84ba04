/** The most common passwords of published leaks, six characters or more, in lower case: attackers try these first. */
const list = `
000000 0000000 00000000 0123456 01234567 012345678 0123456789 0987654321 101010 102030 10203040 110110 111111 1111111
11111111 111111111 1111111111 111222 112233 11223344 1122334455 112358 11235813 121212 12121212 121314 123000 123123
12312312 123123123 123321 1233210 123454321 12344321 1234321 123456 1234560 1234561 1234567 12345678 123456789
1234567890 12345678910 1234567891 123456788 1234567899 12345679 1234554321 1234512345 123456654321 12345a 123456a
123456aa 123456abc 123456q 123456qwerty 123456s 123456z 1234abcd 1234qwer 12345qwert 123654 123654789 123698745 1236987
123789 123abc 123asd 123hfjdk147 123qwe 123qwe123 123qweasd 123qweasdzxc 124578 129834 131313 13131313 135790 135792468
13579 135791 141414 142536 142857 147147 147258 147258369 147852 147852369 151515 159159 159357 159753 159951 161616
171717 181818 191919 198888 1a2b3c 1a2b3c4d 1g2w3e4r 1q1q1q 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz1qaz 1qaz2wsx
1qaz2wsx3edc 1qazxsw2 1qw23er4 1v7upjw3nt 200000 200200 202020 212121 222222 22222222 232323 235689 242424 246810 252525
258456 258258 262626 272727 292929 303030 313131 314159 321321 321654 321654987 321123 323232 333333 33333333 333666
343434 353535 363636 369258 369258147 373737 420420 424242 434343 444444 44444444 454545 456123 456456 456789 456852
464646 474747 484848 505050 515000 515151 520520 5201314 525252 545454 555555 5555555 55555555 5555555555 555666 565656
567890 575757 585858 616161 626262 636363 654123 654321 6543210 666666 6666666 66666666 666777 676767 686868 696969
69696969 717171 727272 737373 741852 741852963 747474 757575 767676 777777 7777777 77777777 7777777777 777888 787878
789123 789456 789456123 789654 789789 797979 808080 818181 828282 838383 848484 852456 858585 868686 878787 87654321
876543 888888 8888888 88888888 888999 898989 909090 919191 951753 963852 963852741 963258 969696 987456 98765432
987654 987654321 9876543210 987987 989898 999999 9999999 99999999 999999999 9999999999
a12345 a123456 a1234567 a12345678 a123456789 a1b2c3 a1b2c3d4 a1s2d3f4 aa123456 aa12345678 aa112233 aaaaaa aaaaaaa aaaaaaaa
aaa111 ab1234 abc123 abc1234 abc12345 abc123456 abc123abc abcabc abcd123 abcd1234 abcd12345 abcdef abcdefg abcdefgh abcdefghi
abcdefghij abc123456789 access access14 account action adidas admin1 admin12 admin123 admin1234 admin12345 admin123456
adminadmin administrator admin@123 airborne albert alejandra alejandro alexander alexandra alexis alison amanda america
amorcito amores analog anderson andrea andrei andrew andrew1 angel1 angel123 angela angelica angelina angels animal anthony
anthony1 apollo apples april1 arsenal arsenal1 arthur asd123 asd123asd asdasd asdasd123 asdasdasd asdf1234 asdfasdf asdfgh
asdfgh1 asdfghj asdfghjk asdfghjkl asdf123 asdfqwer asdqwe asdqwe123 asdzxc ashley ashley1 ashleigh asshole aurora austin
autumn azerty azertyuiop
babygirl babygirl1 badboy bailey banana bandit barcelona barney baseball baseball1 basketball batman batman1 beautiful
beauty bella1 benjamin berlin bestfriend bigboy bigdaddy bigdog billabong birdie bismillah biteme blackie blaster blessed
blessing blink182 blizzard blondie boomer booboo booger boston brandon brandon1 brandy braves brazil brenda brianna bright
britney broncos brooke brooklyn bubba1 bubbles bubbles1 buddy1 buddy123 budlight buster buster1 butter butterfly
butterfly1 button cameron camila canada cancer captain carlos carmen carolina caroline casper catherine celeste celtic
chacha champion chance chandler change changeme changeme1 changeme123 charles charlie charlie1 charlotte charmed chelsea
chelsea1 cherry chester chevy1 chicago chicken chicken1 children chinese chocolate chocolate1 chopper chris1 christian
christina christine christmas christopher classic claudia clinton cocacola coffee colombia compaq computer computer1
connect connor contrasena cookie cookie1 cookies cooper copper corvette counter cowboy cowboys cowboys1 creative cricket
crystal cupcake daddy1 dakota dallas dallas1 damian daniel daniel1 daniela danielle danny1 darkness daisy1 david1 david123
dbrnjhbz december default defender denise dennis denver depeche desert desire desiree destiny destiny1 detroit diablo
diamond diamond1 digital dinamo disney dolphin dolphins donald doctor dragon dragon1 dragon12 dragon123 dragonball dreams
ducati eagles eagles1 eclipse edward einstein elephant elizabeth elizabeth1 emily1 eminem enigma enter1 england enrique
estrella everton explorer faith1 falcon family family1 fatima february felicidad fender ferrari ferrari1 fiction fishing
flower flower1 flowers fluffy football football1 footbal forest forever forever1 formula1 fortune france francis francisco
frankie freddy freedom freedom1 freeman fresita friend friends friends1 friendship fuckoff fuckyou fuckyou1 fuckyou123
fuckyou2 fucker fucking garfield gateway gemini general genius george george1 gerald germany getmoney gfhjkm ginger ginger1
giants gloria goddess godzilla goforit golden golfer google google1 gordon gorgeous grace1 grandma greenday guitar gunner
hahaha hallo123 hammer hannah hannah1 happy1 happy123 hardcore harley harley1 harry1 harrypotter hawaii heather hector
hello1 hello12 hello123 hello1234 hellohello hellokitty hello-kitty heaven helpme hercules hermione hiphop hockey hockey1
holiday homer1 honda1 honey1 hottie hottie1 house1 hunter hunter1 hunter2 iceman idontknow iloveme iloveu iloveu2 iloveyou
iloveyou! iloveyou1 iloveyou12 iloveyou123 iloveyou2 iloveyou3 imissyou infinity inter1 internet inuyasha isabel isabella
jackass jackie jackson jackson1 jaguar jakarta january jasmin jasmine jasmine1 jasper jayden jeffrey jennifer jennifer1
jeremy jesse1 jessica jessica1 jessie jesus1 jesus123 jesuschrist jesusislord johnny johnson jonathan jordan jordan1
jordan23 jordan123 joseph joseph1 joshua joshua1 juanita julian juliana justice justin justin1 justinbieber juventus
kakashi karina kawasaki kenneth kermit killer killer1 killer123 kimberly kingkong kitten kittykat klaster knight kristen
kristina lakers lakers1 lalala laptop laura1 lauren lavender legend leonardo leslie letmein letmein1 letmein123 letmein2
liberty lineage2 linkinpark lipgloss little liverpool liverpool1 liverpool123 lizzie london london1 loser1 louise lovelove
lovely lovely1 loveme loveme1 lover1 lovers loveyou loveyou1 lucky1 lucky123 lucky7 maddie madison madison1 maggie maggie1
magic1 manchester manunited marcus margaret maria1 mariana marina marine marines mario1 marlboro marley martin martina
martinez master master1 master123 matrix matthew matthew1 maverick maxwell melanie melissa melissa1 mercedes mercury merlin
metallica metallica1 mexico mexico1 michael michael1 michael123 michelle michelle1 mickey midnight miguel miller mistress
mohamed mohammed monica monika monkey monkey1 monkey12 monkey123 monster monster1 montana moomoo morgan morgan1 mother
mother1 motorola mountain muffin murphy music1 mustang mustang1 mylove myname mynoob mypassword myspace1 naruto naruto1
natalia natalie natasha nathan nathan1 nature newlife newpass newpassword newyork newyork1 nicholas nicholas1 nicolas
nicole nicole1 nikita nintendo nirvana nissan nothing november number1 oblivion october office oksana oliver olivia oliver1
orange orange1 orlando p@ssw0rd p@ssw0rd1 p@ssword pa55word pa55w0rd pakistan panther panthers paradise parker pass123
pass1234 pass12345 passpass passion passw0rd passw0rd1 passw0rd! passwd passwor password password! password0 password00
password01 password1 password1! password10 password11 password12 password12! password123 password123! password1234
password12345 password123456 password13 password2 password21 password22 password23 password3 password4 password5 password6
password69 password7 password77 password8 password88 password9 password99 password. password@1 password@123 passwort
patches patricia patrick patrick1 patriots peaches peanut peanut1 pebbles penelope pepper pepper1 perfect peterpan phantom
philip phoenix phoenix1 pickle picture1 pikachu pimpin pineapple player player1 playboy playstation please pokemon pokemon1
pokemon123 police poohbear poopoo popcorn porsche portugal precious pretty prince princesa princess princess1 princess12
princess123 private public puppies purple purple1 pussycat pyramid q12345 q123456 q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6
qaz123 qazqaz qazwsx qazwsx1 qazwsx123 qazwsxedc qazxsw qq123456 qqqqqq qqqqqqqq qqww1122 qwaszx qwe123 qwe123456 qweasd
qweasd123 qweasdzxc qweqwe qweqwe123 qweqweqwe qwer1234 qwerasdf qwerqwer qwert1 qwert12345 qwert123 qwerty qwerty! qwerty0
qwerty00 qwerty01 qwerty1 qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty321 qwerty7 qwerty77
qwertyu qwertyui qwertyuio qwertyuiop qwertz qwertzuiop rabbit rachel rachel1 raiders raiders1 rainbow rainbow1 ranger
rangers rangers1 realmadrid rebecca rebecca1 redskins redsox regina regional remember renault research reynaldo richard
ricardo robert robert1 roberto rocket rockstar rockyou rocky1 ronald ronaldo ronaldo7 rosebud ruby123 runner russell russia
sabrina sakura salvador samantha samantha1 samson samsung samsung1 samuel samurai sandra santiago santos sarah1 sasha123
sasuke saturn savannah scarface school scooby scooby1 scooter scooter1 scorpio scorpion scott1 sebastian secret secret1
secret12 secret123 senior september serenity seven7 sexybitch sexygirl sexyme shadow shadow1 shadow12 shadow123 shalom
shannon sharon sheila shelby shopping shorty shorty1 silver silver1 simone simple simpson simpsons single sister slayer
slipknot slipknot1 smokey smokey1 smoking snickers sniper snoopy snoopy1 snowball snowboard snowman soccer soccer1 soccer10
soccer12 softball soldier something sophia sophie sophie1 southside spanky sparkle sparky spartan special spencer spider
spiderman spiderman1 spirit spongebob spongebob1 sports spring squirt stalker stanley star123 starlight stars1 startrek
starwars starwars1 steelers steelers1 stella stephanie stephen steven steven1 stupid stupid1 success sugar1 summer summer1
summer123 sundance sunflower sunshine sunshine1 sunshine123 super1 super123 superman superman1 superman123 superstar
supernova surfer suzuki sweetheart sweetie sweetie1 sweetpea sweets swordfish sydney system tamara target taurus taylor
taylor1 teacher teddy1 teddybear teenager temp123 temppass tennis teresa test12 test123 test1234 test12345 test123456
tester testing testing1 testing123 testtest theman thomas thomas1 thunder thunder1 thx1138 tiffany tigers tigger tigger1
tinker tinkerbell titanic tomcat tommy1 toyota travis treasure trfnthbyf trinity triton trouble trustno1 tucker turkey turtle
tweety tweety1 twilight undertaker united unicorn unknown vanessa vanilla vegeta veronica victor victoria victoria1 viking
vikings vincent violet viper1 virginia vision volcom volleyball voyager walter warcraft warrior warriors welcome welcome1
welcome12 welcome123 welcome1234 westside whatever whatever1 wildcat william william1 williams willow wilson winner winner1
winston winter winter1 wizard wolverine wonder woohoo wrestling wwwwww www123 x123456 xavier xbox360 xxxxxx xxxxxxxx yamaha
yankee yankees yankees1 yellow yellow1 yfnfif young1 yourname yvonne zachary zaq123 zaq12wsx zaq1zaq1 zaqwsx zaqxsw
zidane zombie zxasqw zxc123 zxcasdqwe zxcv1234 zxcvbn zxcvbn1 zxcvbn123 zxcvbnm zxcvbnm1 zxcvbnm123 zxczxc zzzzzz
letme1n opensesame p4ssword pa$$word pa$$w0rd passphrase permille permille1 permille123 qwerty@123 root123 rootroot
toor123 administrator1 guest123 guestguest login123 master12 user123 user1234 useruser welcome! welcome@123 winter2024
winter2025 summer2024 summer2025 spring2025 autumn2025 password2023 password2024 password2025 password2026 qwerty2024
qwerty2025 clipper clipper1 clipper123 streamer streamer1 streamer123 youtube youtube1 youtube123 tiktok tiktok1 tiktok123
instagram instagram1 instagram123 twitch twitch1 twitch123 minecraft minecraft1 minecraft123 fortnite fortnite1
fortnite123 roblox roblox1 roblox123 valorant leagueoflegends
`;

const common = new Set(list.split(/\s+/).filter(Boolean));

/**
 * Whether a password is in the list or repeats one character. Ignores case, because a change of case makes a
 * password hardly harder to guess.
 */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase()) || /^(.)\1*$/u.test(password);
}
