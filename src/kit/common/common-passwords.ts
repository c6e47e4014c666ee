// Roots of the passwords that every published list of leaked passwords begins with; patterns made from them are in password-rules.ts.
// A whole list of millions belongs to the server's breached-password file; this one is small enough for the browser.
const english = `password passw0rd passwd pass pwd secret letmein welcome admin administrator root toor user guest test tester testing
login master manager monkey dragon qwerty qwertyuiop asdfgh asdfghjkl asdf zxcvbn zxcvbnm qazwsx qazwsxedc qwer qwert iloveyou iloveu
sunshine princess football baseball basketball superman batman spiderman ironman starwars pokemon naruto trustno1 shadow michael jordan
jennifer hunter hannah jessica michelle ashley nicole amanda daniel andrew joshua matthew anthony thomas robert charlie george harley
ranger buster soccer hockey killer pepper ginger summer winter spring autumn freedom whatever computer internet samsung iphone android
google facebook twitter linkedin microsoft windows linux ubuntu oracle cisco router switch server default changeme changeit temp
temporary temppass newpass newpassword mypassword mypass oldpassword p@ssw0rd p@ssword pa55word pa55w0rd access account backup database
system service support office company demo sample example foobar hello helloworld world hello123 love lovely lover lovers angel angels
baby babygirl princesa cheese cookie chocolate banana orange purple yellow silver golden diamond jasmine flower butterfly chelsea
liverpool arsenal manutd barcelona realmadrid juventus yankees cowboys lakers eagles steelers packers raiders mustang corvette ferrari
porsche mercedes bmw toyota yamaha honda suzuki kawasaki phoenix tigger merlin falcon eagle tiger lion panther bear wolf snoopy mickey
minnie garfield matrix gandalf zelda nintendo xbox playstation minecraft fortnite roblox counter strike warcraft diablo blizzard steam
maggie sophie bailey rocky lucky max buddy daisy molly sadie bella charlie123 jesus christ god heaven blessed faith trinity money
dollar cash rich boss king queen prince legend hero victory winner champion number one nothing something anything whatever1 nobody
secure security private public unlock open openup sesame opensesame enter enterprise corporate employee staff student teacher doctor
nurse police army navy marine soldier warrior ninja samurai wizard magic mystic rainbow sunflower starlight midnight moonlight
november december october september august july june may april march february january monday tuesday wednesday thursday friday
saturday sunday london paris berlin madrid rome newyork boston chicago dallas texas florida california america american canada
australia england france germany italy spain russia brazil mexico india china japan tokyo beijing shanghai shenzhen guangzhou`;
const asian = `woaini woaini1314 woaini520 woaiwojia wangyut2 wang zhang zhangwei zhangsan lisi wangwu liuyang chen lijing wangwei
5201314 1314520 520520 woshishui xiaoming baobao taotao mima mima123 denglu guanliyuan kaixin beijing2008 nihao nihao123 zhongguo
sakura sayuri takahashi tanaka suzuki1 yamamoto watanabe arigato aishiteru doraemon pikachu gundam sasuke nakamura haruki hikari kawaii
nippon himitsu tokyo123 hanako tarou kanri kanrisha pasuwado`;
const typed = `1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3 q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1xsw2 zaq1zaq1 qaz123
qazwsx123 wsx123 zxc123 asd123 qwe123 qweasd qweasdzxc qweqwe asdasd zxczxc 123qwe 123qweasd 123asd 123abc abc123 abcd1234 a1b2c3 a1b2c3d4
aa123456 a123456 a12345678 a123456789 q123456 q123456789 z123456 w123456 s123456 x123456 123456a 123456q 123456aa 123456abc 1234qwer
qwer1234 asdf1234 zxcv1234 zxcvbnm1 qwerty1 qwerty12 qwerty123 123321 1234554321 123654 147258 147258369 159357 159753 258456 789456
789456123 741852963 987654321 0987654321 102030 112233 11223344 121212 131313 123123 123123123 1233211234567 696969 232323 101010
010203 007007 88888888 66666666 168168 5211314 147852 456789 654321 7654321 87654321 2580 0852 1122334455 1029384756 1357924680
246810 13579 147147 147896325 963852741 321321 456123 159951 951753 753951 qwaszx poiuytrewq lkjhgfdsa mnbvcxz ytrewq poiuy
azerty azertyuiop qwertz qwertzuiop yxcvbnm abcdef abcdefg abcdefgh abcabc aaaaaa aaa111 a1a1a1 xxxxxx zzzzzz`;

/** The best-known passwords and their roots, lower case; at most a few kilobytes. */
export const commonPasswords: ReadonlySet<string> = new Set(`${english} ${asian} ${typed}`.split(/\s+/));
